/** The start of the examples of the client: a server with one template, and records of its own for each example. */
import {
  type CairnClient,
  createClient,
  type NewDatamapDefinition,
  type OperationId,
  type Rm,
  type Versioned,
} from '../../../packages/client/src/index.ts'
import { KINDS, type PartyName, party, partyRef } from '../../demographic/parties.ts'
import { bloodPressure, bloodPressureOpt, TEMPLATE_ID } from '../../records.ts'
import type { RunningServer } from '../../server.ts'

export interface World {
  readonly cairn: CairnClient
  readonly clientId: string
  readonly clientSecret: string
  readonly baseUrl: string
  readonly templateId: string
  /** The text of a template that nobody has uploaded yet. */
  readonly newOpt: string
  readonly newTemplateId: string
  /** The EHR of a patient. */
  readonly ehrId: string
  /** A composition that can be committed. */
  readonly composition: Rm.Composition
  /** A composition that breaks its template. */
  readonly outOfRange: Rm.Composition
  /** A composition that was committed to the EHR. */
  readonly saved: Versioned<Rm.Composition>
  /** The id of its versioned object. */
  readonly uid: string
  readonly folder: Rm.Folder
  /** One of each kind that can be committed. */
  readonly parties: {
    readonly person: Rm.Person
    readonly organisation: Rm.Organisation
    readonly group: Rm.Group
    readonly agent: Rm.Agent
    readonly role: Rm.Role
  }
  /** A text that nothing else is called by. */
  readonly name: string
  readonly definition: NewDatamapDefinition
}

/** Resolves to what the test looks at: true, or the value to be there. */
type Example = (world: World) => Promise<unknown>

export type Examples<Id extends OperationId = OperationId> = Readonly<Record<Id, Example>>

const SYSTOLIC =
  '/content[openEHR-EHR-OBSERVATION.blood_pressure.v2]/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value'

const EXAMPLE_FOLDER: Rm.Folder = {
  _type: 'FOLDER',
  name: { _type: 'DV_TEXT', value: 'root' },
  archetype_node_id: 'openEHR-EHR-FOLDER.generic.v1',
}

const encounter = (systolic: number): Rm.Composition => ({
  ...(bloodPressure([{ systolic }]) as unknown as Rm.Composition),
  name: { _type: 'DV_TEXT', value: 'Encounter' },
})

/** Without a template, since none of them was uploaded. */
function withoutTemplate(kind: PartyName, more = {}): unknown {
  const made = party(kind, 'Example', more)
  const { template_id: _template, ...details } = made['archetype_details'] as Record<string, unknown>
  return { ...made, archetype_details: details }
}

const newParties = (performer: string): World['parties'] =>
  Object.fromEntries(
    KINDS.map(kind => [
      kind,
      withoutTemplate(kind, kind === 'role' ? { performer: partyRef('PERSON', performer) } : {}),
    ]),
  ) as unknown as World['parties']

let made = 0

export async function makeWorld({ url, client }: RunningServer): Promise<World> {
  made += 1
  const credentials = { baseUrl: url, clientId: client.id, clientSecret: client.secret }
  const cairn = createClient({ ...credentials, scope: 'api.read api.write api.lenient api.admin' })
  const composition = encounter(120)
  const { version: ehrId } = await cairn.ehr.create()
  const saved = await cairn.composition.create({
    ehr_id: ehrId,
    body: composition,
    prefer: 'return=representation',
  })
  const performer = await cairn.demographic.personCreate({ body: newParties('').person })
  const newTemplateId = `Example ${made}.v1`
  return {
    cairn,
    ...credentials,
    templateId: TEMPLATE_ID,
    newTemplateId,
    newOpt: bloodPressureOpt(newTemplateId),
    ehrId,
    composition,
    outOfRange: encounter(5000),
    saved,
    uid: saved.version.split('::')[0] ?? '',
    folder: EXAMPLE_FOLDER,
    parties: newParties(performer.version),
    name: `example_${made}`,
    definition: { template: TEMPLATE_ID, paths: [{ add: 'Systolic', path: SYSTOLIC }] },
  }
}
