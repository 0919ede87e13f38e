/**
 * Event times: the newest events of a record are found by an index of the paths that have them (decision 0104). They are those of EVENTs in the
 * data of an OBSERVATION, and that of an ACTION.
 */
import { START_TIME_PATH } from './path-text.ts'

const NODE = String.raw`(?:\[[^\]/]*\])?\|`
const EVENT = String.raw`data${NODE}HISTORY[^/]*/events\*?${NODE}[^/]+`
const IS_EVENT = new RegExp(`^${EVENT}$`)
const IS_TIME: Readonly<Record<string, RegExp>> = {
  OBSERVATION: new RegExp(`^${EVENT}/time\\|DV_DATE_TIME/#$`),
  ACTION: /^time\|DV_DATE_TIME\/#$/,
}

/** Classes whose roots have an event time. */
export const hasEventTime = (type: string): boolean => Object.hasOwn(IS_TIME, type)

/** True for an EVENT of an OBSERVATION's data. */
export const isEvent = (type: string, path: string): boolean => type === 'OBSERVATION' && IS_EVENT.test(path)

/** True for the number by which event times are compared. */
export const isEventTime = (type: string, path: string): boolean => IS_TIME[type]?.test(path) ?? false

/** The times that indexes have in order: the path of the start of a composition, and whether a path is one of event times. */
export const INDEXED_TIMES = { start: START_TIME_PATH, isEvent: isEventTime } as const
