/** Runs a search: candidates of each context by AQL, mapped and compared one after the other, until the page is full. */

import type { Resource } from '@cairn-ehr/fhir'
import { openTurns } from '../../collections/index.ts'
import { ShownEhrs } from '../../query/index.ts'
import type { MappingSet, ReadyContext } from '../mappings/mapping-set.ts'
import { type IdentifiedResource, resourcesOf } from '../resource/resources-of-version.ts'
import { type Candidate, type CandidateNeeds, Candidates, type SearchCall } from './candidates.ts'
import { type ContextQuery, contextQuery } from './context-query.ts'
import { spanOfValue } from './date-range.ts'
import { matches } from './matches.ts'
import { type PagePlace, placeIn, printPlace } from './page-place.ts'
import { lastUpdatedOf, searchedElement, valueAt } from './search-parameters.ts'
import type { SearchQuery, SortOrder } from './search-query.ts'

export interface FoundPage {
  readonly resources: readonly IdentifiedResource[]
  /** Known if the first page has everything. */
  readonly total: number | undefined
  readonly next: string | undefined
  readonly shownEhrs: ShownEhrs
}

/** Compositions that one page looks at, if filters reject most of their resources: the next page goes on. */
const MOST_COMPOSITIONS = 2000

/** Rows that a context reads at once. With an order all contexts are read side by side, and without one after the other. */
const partOf = ({ count, sort }: SearchQuery, contexts: number): number =>
  Math.max(10, sort ? Math.ceil(count / contexts) : count) + 1

export interface AskedContext {
  readonly context: ReadyContext
  readonly query: ContextQuery
}

/** The contexts that can have matches, each with its AQL. */
export const askedContexts = (
  set: MappingSet,
  contexts: readonly ReadyContext[],
  query: SearchQuery,
): readonly AskedContext[] =>
  contexts.flatMap(context => {
    const found = contextQuery(set, context, query)
    return found ? [{ context, query: found }] : []
  })

/** The database for resources of a type, as the caller sees it. */
type NeedsOfType = (type: string) => CandidateNeeds

interface Head {
  readonly at: number
  readonly candidate: Candidate
}

const timeOf = (value: unknown): number => spanOfValue(value)?.from ?? Number.NEGATIVE_INFINITY

const ordered = (a: number, b: number, { isDescending }: SortOrder): number =>
  a === b ? 0 : a < b === isDescending ? 1 : -1

/** The time that a resource is sorted by. */
function sortTime(resource: Resource, context: ReadyContext, { by }: SortOrder): number {
  if (by === '_lastUpdated') return timeOf(lastUpdatedOf(resource))
  const element = searchedElement(context, 'date')
  return timeOf(element === undefined ? undefined : valueAt(resource, element))
}

class Search {
  readonly #set: MappingSet
  readonly #query: SearchQuery
  readonly #streams: readonly (Candidates | undefined)[]
  readonly #place: PagePlace
  readonly #resources: IdentifiedResource[] = []
  readonly #shownEhrs = new ShownEhrs()
  #given: number
  readonly #turn = openTurns()

  constructor(
    needsOf: NeedsOfType,
    set: MappingSet,
    asked: readonly AskedContext[],
    query: SearchQuery,
    call: SearchCall,
  ) {
    this.#set = set
    this.#query = query
    this.#place = placeIn(query.page, asked.length)
    const part = partOf(query, asked.length)
    this.#streams = asked.map(({ context, query: own }, at) => {
      const row = this.#place.rows[at]
      return row === undefined
        ? undefined
        : new Candidates(needsOf(context.type), context, own, call, { row, part })
    })
    this.#given = this.#place.partly.given
  }

  async run(): Promise<FoundPage> {
    for (let seen = 0; ; seen++) {
      const head = await this.#head()
      if (head === undefined) return this.#page(undefined)
      const isFull = this.#resources.length >= this.#query.count || seen >= MOST_COMPOSITIONS
      if (isFull || !this.#add(head)) return this.#page(await this.#placeNow(head.at))
      this.#streams[head.at]?.take()
      this.#given = 0
      await this.#turn()
    }
  }

  /** The next composition: of the first context that has one, or by the order that is asked for. */
  async #head(): Promise<Head | undefined> {
    const { sort } = this.#query
    let best: Head | undefined
    for (const [at, stream] of this.#streams.entries()) {
      const candidate = await stream?.peek()
      if (candidate === undefined) continue
      if (sort === undefined) return { at, candidate }
      if (best === undefined || isBefore(candidate, best.candidate, sort)) best = { at, candidate }
    }
    return best
  }

  /** The resources of a candidate, in order. Of rows by time, each has the resources of its time. */
  #resourcesOf({ context, isByTime }: Candidates, candidate: Candidate): readonly IdentifiedResource[] {
    const { sort } = this.#query
    const made = resourcesOf({ ...this.#set, contexts: [context] }, candidate.version)
    if (sort === undefined) return made
    const key = timeOf(candidate.sortKey)
    const ofTime = isByTime ? made.filter(each => sortTime(each, context, sort) === key) : made
    return [...(ofTime.length > 0 ? ofTime : made)].sort((a, b) =>
      ordered(sortTime(a, context, sort), sortTime(b, context, sort), sort),
    )
  }

  /** False if the page has no room for all resources of the candidate. */
  #add({ at, candidate }: Head): boolean {
    const stream = this.#streams[at]
    if (stream === undefined) return true
    const { count } = this.#query
    const inOrder = this.#resourcesOf(stream, candidate).filter(resource =>
      matches(resource, stream.context, this.#query),
    )
    const skipped = at === this.#place.partly.context ? this.#given : 0
    const left = inOrder.slice(skipped)
    const room = count - this.#resources.length
    if (left.length > 0) this.#shownEhrs.add(candidate.version.ehrId)
    this.#resources.push(...left.slice(0, room))
    if (left.length <= room) return true
    this.#given = skipped + room
    return false
  }

  async #placeNow(at: number): Promise<PagePlace> {
    const rows: (number | undefined)[] = []
    for (const stream of this.#streams) rows.push(stream && (await stream.position()))
    return { rows, partly: { context: at, given: this.#given } }
  }

  #page(place: PagePlace | undefined): FoundPage {
    const isWhole = place === undefined && this.#query.page === undefined
    return {
      resources: this.#resources,
      total: isWhole ? this.#resources.length : undefined,
      next: place && printPlace(place),
      shownEhrs: this.#shownEhrs,
    }
  }
}

const isBefore = (a: Candidate, b: Candidate, sort: SortOrder): boolean =>
  ordered(timeOf(a.sortKey), timeOf(b.sortKey), sort) < 0

export const runSearch = (
  needsOf: NeedsOfType,
  set: MappingSet,
  asked: readonly AskedContext[],
  query: SearchQuery,
  call: SearchCall,
): Promise<FoundPage> => new Search(needsOf, set, asked, query, call).run()
