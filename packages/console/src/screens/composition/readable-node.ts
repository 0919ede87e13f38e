/** The parts of a composition as people read it. */
import type { ValueView } from '../../display/data-value.ts'
import type { LocalParty } from '../../display/party-ref.ts'
import type { RmObject } from '../../display/rm-object.ts'
import type { TimeStyle } from '../../display/time.ts'

type ReadableKind = 'section' | 'entry' | 'event' | 'group' | 'table' | 'element' | 'attribute'

export interface ReadableNode {
  /** Unique in the composition: with a number where siblings share a node id. */
  readonly key: string
  /** As AQL and the reference model write it. */
  readonly path: string
  readonly label: string
  readonly kind: ReadableKind
  readonly rmType: string
  readonly archetypeId?: string
  /** The node itself, where a definition of its archetype may have a better look. */
  readonly source?: RmObject
  readonly value?: ValueView
  /** The value names a party of this server. */
  readonly party?: LocalParty
  readonly children: readonly ReadableNode[]
}

/** Words for attributes that have no name in the data; the texts of the console translate them. */
export type AttributeLabel =
  | 'Start'
  | 'End'
  | 'Location'
  | 'Setting'
  | 'Facility'
  | 'Time'
  | 'State'
  | 'Protocol'
  | 'Narrative'
  | 'Expires'
  | 'Timing'
  | 'Careflow step'
  | 'Provider'
  | 'Subject'
  | 'Participation'
  | 'Link'
  | 'Width'
  | 'Statistic'
  | 'Guideline'
  | 'Author'
  | 'Patient'
  | 'Origin'
  | 'System'
  | 'Version there'
  | 'Identifier'
  | 'Relayed by'
  | 'Original content'

export interface ReadableOptions {
  readonly style: TimeStyle
  /** The label of a node in the reader's language; undefined: the name in the data is shown. */
  readonly labelOf?: (path: string, name: string) => string | undefined
  /** Words for attributes. */
  readonly word: (label: AttributeLabel) => string
}

/** The place of a node. */
export interface Spot {
  readonly key: string
  readonly path: string
}

export interface ReadableComposition {
  readonly title: string
  readonly context: readonly ReadableNode[]
  readonly content: readonly ReadableNode[]
}
