/** The rows of a live query, and the last changes of them, as texts that all its readers share. */
import { randomUUID } from 'node:crypto'
import { ShownEhrs } from '../query/index.ts'
import { compareRows, type FoundRow, type LiveRow, type PlacedRow, type RowChanges } from './row-changes.ts'

/** A text for readers, and whose data it shows. */
export interface LivePiece {
  readonly text: string
  /** Undefined where the rows do not tell. */
  readonly shown: ShownEhrs | undefined
  /** The number of the last change that it has. */
  readonly number: number
}

/** Changes that are kept for readers that connect again or are slow; older ones are answered with all rows. */
const [MOST_CHANGES, MOST_CHARACTERS] = [200, 1024 * 1024]

const ALL = ''

const printRow = ({ key, json, at }: PlacedRow): string =>
  `{"key":${key},"row":${json}${at === undefined ? '' : `,"at":${at}`}}`

const printEvent = (event: string, id: string, data: string): string =>
  `event: ${event}\nid: ${id}\ndata: ${data}\n\n`

export class RowLog {
  /** Other logs of the same query have another. */
  readonly #id = randomUUID().slice(0, 8)
  readonly #isOrdered: boolean
  readonly #about: string
  /** By EHR where each is kept by itself, else all together. */
  #rows = new Map<string, readonly LiveRow[]>()
  #changes: LivePiece[] = []
  /** Of all changes. */
  #characters = 0
  #lastKey = 0
  #number = 0
  #count = 0
  /** Of the last run, where rows do not name their EHRs. */
  #shown: ShownEhrs | undefined

  /** `about`: members of the first event beside its rows, as JSON. */
  constructor(isOrdered: boolean, about: string) {
    this.#isOrdered = isOrdered
    this.#about = about
  }

  get number(): number {
    return this.#number
  }

  /** Of all rows. */
  get count(): number {
    return this.#count
  }

  has(ehrId: string): boolean {
    return this.#rows.has(ehrId)
  }

  idOf(number: number): string {
    return `${this.#id}-${number}`
  }

  /** The number of the last change that a reader has; undefined if it is not of this log. */
  numberOf(id: string | undefined): number | undefined {
    const [, log, number] = /^([0-9a-f]{8})-(\d{1,15})$/.exec(id ?? '') ?? []
    return log === this.#id && Number(number) <= this.#number ? Number(number) : undefined
  }

  /** Takes the rows of the whole query. */
  replaceAll(found: readonly FoundRow[], shown: ShownEhrs | undefined): void {
    this.#shown = shown
    const byPart = new Map<string, FoundRow[]>()
    for (const row of found) {
      const part = this.#isOrdered ? ALL : (row.ehrId ?? ALL)
      const known = byPart.get(part)
      if (known) known.push(row)
      else byPart.set(part, [row])
    }
    const parts = new Set([...this.#rows.keys(), ...byPart.keys()])
    this.#take([...parts].map(part => this.#compare(part, byPart.get(part) ?? [])))
  }

  /** Takes the rows of some EHRs. */
  replace(found: ReadonlyMap<string, readonly FoundRow[]>): void {
    this.#take([...found].map(([ehrId, rows]) => this.#compare(ehrId, rows)))
  }

  #compare(part: string, found: readonly FoundRow[]): RowChanges {
    const before = this.#rows.get(part) ?? []
    const changes = compareRows(before, found, this.#isOrdered, () => ++this.#lastKey)
    if (changes.rows.length > 0) this.#rows.set(part, changes.rows)
    else this.#rows.delete(part)
    this.#count += changes.rows.length - before.length
    return changes
  }

  #take(parts: readonly RowChanges[]): void {
    const added = parts.flatMap(part => part.added)
    const changed = parts.flatMap(part => part.changed)
    const removed = parts.flatMap(part => part.removed)
    if (added.length + changed.length + removed.length === 0) return
    this.#number += 1
    const lists = [`"added":[${added.map(printRow).join()}]`, `"changed":[${changed.map(printRow).join()}]`]
    const data = `{${lists.join()},"removed":[${removed.map(({ key }) => key).join()}]}`
    const text = printEvent('change', this.idOf(this.#number), data)
    this.#characters += text.length
    this.#changes.push({
      text,
      shown: this.#shownIn([...added, ...changed, ...removed]),
      number: this.#number,
    })
    while (this.#changes.length > MOST_CHANGES || this.#characters > MOST_CHARACTERS)
      this.#characters -= this.#changes.shift()?.text.length ?? 0
  }

  #shownIn(rows: readonly LiveRow[]): ShownEhrs | undefined {
    const shown = new ShownEhrs()
    for (const { ehrId } of rows) {
      if (ehrId === undefined) return this.#shown
      shown.add(ehrId)
    }
    return shown
  }

  /** Everything after a change that the reader has; all rows if it has none, or too old a one. Undefined: nothing is new. */
  since(number: number | undefined): LivePiece | undefined {
    if (number === this.#number) return undefined
    const missed = number === undefined ? [] : this.#changes.filter(each => each.number > number)
    if (number === undefined || missed.length < this.#number - number) return this.#whole()
    const shown = missed.every(each => each.shown !== undefined) ? new ShownEhrs() : undefined
    for (const each of missed) if (each.shown) shown?.addAll(each.shown)
    return { text: missed.map(({ text }) => text).join(''), shown, number: this.#number }
  }

  #whole(): LivePiece {
    const rows = [...this.#rows.values()].flat()
    const data = `{${this.#about},"rows":[${rows.map(printRow).join()}]}`
    const text = printEvent('rows', this.idOf(this.#number), data)
    return { text, shown: this.#shownIn(rows), number: this.#number }
  }
}
