/** The start of the examples of the client: a server with one template, and records of its own for each example. */
import {
  type CairnClient,
  createClient,
  type NewDatamapDefinition,
  type OperationId,
  type Rm,
  type Versioned,
} from '../../../packages/client/src/index.ts'
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
    name: `example_${made}`,
    definition: { template: TEMPLATE_ID, paths: [{ add: 'Systolic', path: SYSTOLIC }] },
  }
}
