/** From a seed to a plan: every write, read, fault and moment is chosen before anything runs, as if every write were acknowledged. */
import { FAULTS, type Fault } from './faults.ts'
import { type Item, KINDS, type Verb } from './operations.ts'
import { type Random, seededRandom } from './random.ts'
import { TAMPERINGS } from './tampering.ts'

export interface Step {
  /** The id of its request, by which its audit event is known. */
  readonly id: string
  readonly verb: Verb
  readonly item: Item
  readonly value: string
  /** The process that is asked; a race asks both. */
  readonly server: number
  /** Time before it, so that a fault meets some steps on every machine. */
  readonly pauseMs: number
}

export interface PlannedFault {
  readonly fault: Fault
  readonly server: number
  readonly beginsMs: number
  readonly lastsMs: number
}

export interface Round {
  readonly number: number
  readonly faults: readonly PlannedFault[]
  /** The steps of each client, one after the other. */
  readonly clients: readonly (readonly Step[])[]
  /** A row that is changed in the database after the round. */
  readonly tampering: keyof typeof TAMPERINGS | undefined
}

const CLIENTS = 4
const STEPS = 8
/** Kinds whose ids are UUIDs; the others are known by their names. */
export const WITH_UUID = [
  'ehr',
  'composition',
  'contribution',
  'directory',
  'party',
  'party_contribution',
  'link',
]

interface Planner {
  readonly random: Random
  readonly seed: number
  count: number
  /** Things that each client has made and not removed. */
  readonly alive: Item[][]
  /** EHRs that had a directory, and compositions that had tags. */
  readonly taken: Set<string>
  /** Names of faults and changes of rows that are next: all of them come before one comes again. */
  readonly decks: { faults: string[]; tamperings: string[] }
}

/** Verbs of all kinds, each as often as its weight says. */
const CHOICES: readonly (readonly [kind: string, verb: Verb])[] = Object.entries(KINDS).flatMap(
  ([kind, { weights }]) =>
    Object.entries(weights).flatMap(([verb, weight]) =>
      Array.from({ length: weight }, () => [kind, verb as Verb] as const),
    ),
)

function newItem(planner: Planner, kind: string, parent: Item | undefined): Item {
  const number = ++planner.count
  const name = `${kind}-${number}`
  return { name, kind, number, id: WITH_UUID.includes(kind) ? planner.random.uuid() : name, parent }
}

const isWithin = (item: Item | undefined, outer: Item): boolean =>
  item !== undefined && (item === outer || isWithin(item.parent, outer))

/** The thing that a verb is done to; undefined if the client has none. */
function chooseItem(planner: Planner, mine: Item[], kind: string, verb: Verb): Item | undefined {
  const { random } = planner
  const ofKind = (wanted: string | undefined) => mine.filter(each => each.kind === wanted)
  const pickFrom = (items: readonly Item[]) => (items.length === 0 ? undefined : random.pick(items))
  if (verb !== 'create') {
    const items = ofKind(kind)
    // The last EHR stays, and so does what others are in.
    const isKept = (item: Item) =>
      kind === 'ehr' ? items.length === 1 : mine.some(each => each.parent === item)
    return pickFrom(verb === 'remove' ? items.filter(item => !isKept(item)) : items)
  }
  const { parent: parentKind } = KINDS[kind] ?? {}
  if (parentKind === undefined) return newItem(planner, kind, undefined)
  // A second directory, or second tags, would be taken for the first. A person has one EHR.
  const isOnly = ['directory', 'tags', 'link'].includes(kind)
  const parent = pickFrom(
    ofKind(parentKind).filter(each => !isOnly || !planner.taken.has(`${kind} ${each.name}`)),
  )
  if (parent) planner.taken.add(`${kind} ${parent.name}`)
  return parent && newItem(planner, kind, parent)
}

function nextStep(planner: Planner, client: number, id: string): Step {
  const { random, alive } = planner
  const mine = alive[client] ?? []
  for (;;) {
    const [kind, verb] = mine.length === 0 ? (['ehr', 'create'] as const) : random.pick(CHOICES)
    const item = chooseItem(planner, mine, kind, verb)
    if (item === undefined) continue
    if (verb === 'create') mine.push(item)
    if (verb === 'remove') alive[client] = mine.filter(each => !isWithin(each, item))
    const value = String(++planner.count / 100)
    return { id, verb, item, value, server: random.below(2), pauseMs: random.below(150) }
  }
}

/** Takes the next name that fits from a deck, which is filled again when it is empty. */
function takeNext(
  { random, decks }: Planner,
  deck: keyof Planner['decks'],
  all: readonly string[],
  fits: (name: string) => boolean = () => true,
): string | undefined {
  if (decks[deck].length === 0) decks[deck] = random.shuffle(all)
  const at = decks[deck].findIndex(fits)
  return at < 0 ? undefined : decks[deck].splice(at, 1)[0]
}

/** One fault, or two of different parts at once. */
function nextFaults(planner: Planner): PlannedFault[] {
  const { random } = planner
  const all = Object.keys(FAULTS)
  const first = takeNext(planner, 'faults', all)
  const isTwo = random.below(3) === 0
  const isOther = (name: string) => FAULTS[name]?.of !== FAULTS[first ?? '']?.of
  const second = isTwo ? takeNext(planner, 'faults', all, isOther) : undefined
  const chosen = [first, second].flatMap(name => FAULTS[name ?? ''] ?? [])
  return chosen.map(fault => ({
    fault,
    server: random.below(2),
    beginsMs: 20 + random.below(250),
    lastsMs: 100 + random.below(900),
  }))
}

export function* makePlan(seed: number, rounds: number): Generator<Round> {
  const random = seededRandom(seed)
  const alive = Array.from({ length: CLIENTS }, () => [])
  const planner: Planner = {
    random,
    seed,
    count: 0,
    alive,
    taken: new Set(),
    decks: { faults: [], tamperings: [] },
  }
  for (let number = 1; number <= rounds; number++) {
    const faults = nextFaults(planner)
    const clients = Array.from({ length: CLIENTS }, (_, client) =>
      Array.from({ length: STEPS }, (_, at) =>
        nextStep(planner, client, `s${seed}.r${number}.c${client}.${at}`),
      ),
    )
    const tampering =
      random.below(3) === 0
        ? (takeNext(planner, 'tamperings', Object.keys(TAMPERINGS)) as Round['tampering'])
        : undefined
    yield { number, faults, clients, tampering }
  }
}

/** The plan of a round, a line for each step. */
export const printRound = ({ number, faults, clients, tampering }: Round): string[] => [
  `round ${number}`,
  ...faults.map(
    ({ fault, server, beginsMs, lastsMs }) =>
      `  after ${beginsMs} ms, for ${lastsMs} ms: ${fault.name}${fault.hitsOne ? ` (server ${server})` : ''}`,
  ),
  ...clients
    .flat()
    .map(
      ({ id, verb, item, value, server }) =>
        `  ${id}: ${verb} ${item.name}${item.parent ? ` in ${item.parent.name}` : ''}${['read', 'query', 'remove'].includes(verb) ? '' : ` = ${value}`}, server ${verb === 'race' ? '0 and 1' : server}`,
    ),
  ...(tampering === undefined ? [] : [`  then change in the database: ${tampering}`]),
]
