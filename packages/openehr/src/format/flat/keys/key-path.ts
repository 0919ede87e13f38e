/**
 * The keys of a template, kept from one document to the next. A key that is put together anew is copied, hashed and looked up among
 * all names of the program when it becomes a property, which takes four times as long as setting a property by a key that is known
 * (decision 0047).
 */

/** The most keys and paths that are kept for one template: more than a document of 290 KB has. */
const MOST_KEPT = 2_000

/** The documents that are written with a full store before it is emptied, lest rare keys stay and usual ones have no room. */
const FULL_FOR = 100

/** The number of keys and paths that may still be kept. */
interface Room {
  left: number
}

/** A path in FLAT, with the paths and keys below it that were used before. */
export class KeyPath {
  readonly text: string
  /** The path of keys with plain names: itself, or that of the node around a level that has no segment. */
  readonly plain: KeyPath
  readonly #room: Room
  #keys: Map<string, string> | undefined
  #members: Map<string, KeyPath> | undefined
  #occurrences: Map<string, KeyPath[]> | undefined
  #levels: Map<string, KeyPath> | undefined

  constructor(text: string, room: Room, plain?: KeyPath) {
    this.text = text
    this.plain = plain ?? this
    this.#room = room
  }

  /** The key with something behind the path: a suffix, or a segment and a suffix. */
  key(more: string): string {
    return this.#keys?.get(more) ?? this.#makeKey(more)
  }

  /** The path of a node or value below this one. */
  member(segment: string): KeyPath {
    return this.#members?.get(segment) ?? this.#makeMember(segment)
  }

  /** The path of a node that repeats: `/any_event:2`. */
  occurrence(segment: string, index: number): KeyPath {
    return this.#occurrences?.get(segment)?.[index] ?? this.#makeOccurrence(segment, index)
  }

  /** The path of a level that has no segment: its keys with an underscore stand below it, the others beside those of the node. */
  level(segment: string): KeyPath {
    return this.#levels?.get(segment) ?? this.#makeLevel(segment)
  }

  #makeKey(more: string): string {
    const made = this.text + more
    if (this.#isKept()) {
      this.#keys ??= new Map()
      this.#keys.set(more, made)
    }
    return made
  }

  #makeMember(segment: string): KeyPath {
    const made = new KeyPath(this.text + segment, this.#room)
    if (this.#isKept()) {
      this.#members ??= new Map()
      this.#members.set(segment, made)
    }
    return made
  }

  #makeOccurrence(segment: string, index: number): KeyPath {
    const made = new KeyPath(`${this.text}${segment}:${index}`, this.#room)
    if (this.#isKept()) {
      this.#occurrences ??= new Map()
      const known = this.#occurrences.get(segment) ?? []
      known[index] = made
      this.#occurrences.set(segment, known)
    }
    return made
  }

  #makeLevel(segment: string): KeyPath {
    const made = new KeyPath(this.text + segment, this.#room, this.plain)
    if (this.#isKept()) {
      this.#levels ??= new Map()
      this.#levels.set(segment, made)
    }
    return made
  }

  #isKept(): boolean {
    if (this.#room.left === 0) return false
    this.#room.left -= 1
    return true
  }
}

/** A path that keeps nothing, for keys that are used once. */
export const passingPath = (text: string): KeyPath => new KeyPath(text, { left: 0 })

/** The kept keys of one template. */
export class KeptKeys {
  readonly #root: string
  #path: KeyPath
  #room: Room = { left: MOST_KEPT }
  #documentsWhileFull = 0

  constructor(root: string) {
    this.#root = root
    this.#path = new KeyPath(root, this.#room)
  }

  /** The path of the root, for one document. */
  forDocument(): KeyPath {
    if (this.#room.left === 0) this.#documentsWhileFull += 1
    if (this.#documentsWhileFull > FULL_FOR) {
      this.#documentsWhileFull = 0
      this.#room = { left: MOST_KEPT }
      this.#path = new KeyPath(this.#root, this.#room)
    }
    return this.#path
  }
}
