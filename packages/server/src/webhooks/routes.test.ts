import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  type ChangeEvent,
  type EventGist,
  type FilterValues,
  filterOf,
  matchesWithEhr,
  type RecordVersions,
} from '../events/index.ts'
import { mayConcern } from '../live/index.ts'
import { openConditions } from './conditions.ts'
import { openRoutes, type Routed } from './routes.ts'

const ARCHETYPES = ['a', 'b', 'c'].map(name => `openEHR-EHR-OBSERVATION.${name}.v1`)
const EHRS = [1, 2, 3].map(number => `00000000-0000-4000-8000-00000000000${number}`)
const TEMPLATES = ['One', 'Two', 'Three']
const TYPES = ['composition.created', 'composition.updated', 'status.updated', 'ehr.created']

const conditionOf = openConditions()
const some = (values: readonly string[]) => fc.subarray([...values])

const filters = fc.record({
  type: some([...TYPES, 'composition']),
  template_id: some(TEMPLATES),
  archetype_id: some(ARCHETYPES),
  ehr_id: some(EHRS),
}) satisfies fc.Arbitrary<FilterValues>

const containments = fc.oneof(
  fc.constantFrom(...ARCHETYPES).map(id => `OBSERVATION o[${id}]`),
  fc
    .tuple(fc.constantFrom(...ARCHETYPES), fc.constantFrom(...ARCHETYPES))
    .map(([a, b]) => `(OBSERVATION o[${a}] OR OBSERVATION p[${b}])`),
  fc.constant('OBSERVATION o'),
)

const subscribed = fc
  .tuple(filters, fc.option(containments, { nil: undefined }))
  .map(([filter, what]): Routed => {
    const query =
      what === undefined ? undefined : { q: `SELECT c FROM COMPOSITION c CONTAINS ${what}`, parameters: {} }
    return { filter: filterOf(filter), condition: conditionOf(query) }
  })

const documents = some(ARCHETYPES).map(archetypes => ({ kind: 'COMPOSITION', archetypes, commit: 1 }))

const changes = fc.record({
  type: fc.constantFrom(...TYPES),
  ehr_id: fc.constantFrom(...EHRS),
  template_id: fc.option(fc.constantFrom(...TEMPLATES), { nil: undefined }),
  after: documents,
  before: fc.option(documents, { nil: undefined }),
})

describe('routes of events', () => {
  it('lead to the subscriptions that an event may concern, and to no other', () => {
    fc.assert(
      fc.property(
        fc.array(subscribed, { maxLength: 12 }),
        fc.array(changes, { maxLength: 4 }),
        (all, given) => {
          const events = given.map(
            ({ type, ehr_id, template_id, after }, at): ChangeEvent => ({
              specversion: '1.0',
              id: String(at),
              source: '',
              type,
              subject: '',
              time: '',
              datacontenttype: 'application/json',
              data: {
                ehr_id,
                archetype_ids: after.archetypes,
                ...(template_id === undefined ? {} : { template_id }),
              },
            }),
          )
          const versions = new Map<string, RecordVersions>(
            given.map(({ ehr_id, after, before }, at) => [String(at), { ehrId: ehr_id, after, before }]),
          )
          const expected = all.filter(({ filter, condition }) =>
            events.some(event => {
              const own = versions.get(event.id)
              return matchesWithEhr(filter, event) && (!condition || (own && mayConcern(condition, own)))
            }),
          )
          const routes = openRoutes(all)
          assert.deepEqual(new Set(routes.of(events, versions)), new Set(expected))
          const gist = given.map(({ type, template_id }, at): EventGist => {
            const own = versions.get(String(at))
            assert.ok(own)
            return {
              version: 1,
              types: ['contribution.committed', type],
              templateId: template_id,
              versions: own,
            }
          })
          const byGist = routes.ofGist(gist)
          assert.ok(
            expected.every(each => byGist.has(each)),
            'the gist leaves out a subscription that an event concerns',
          )
          assert.ok(
            [...byGist].every(({ filter, condition }) =>
              gist.some(
                ({ versions }) =>
                  (filter.ehrs.length === 0 || filter.ehrs.some(id => id === versions.ehrId)) &&
                  (!condition || mayConcern(condition, versions)),
              ),
            ),
          )
        },
      ),
    )
  })
})
