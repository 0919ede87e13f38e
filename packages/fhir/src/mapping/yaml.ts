/** YAML with lines: a cursor over the nodes of a document that reports what is missing or unknown where it stands. */
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'

/** A fault of a mapping file: where it is, and a sentence. */
export interface MappingFinding {
  readonly file: string
  readonly line: number
  readonly message: string
}

/** The longest published file has 20,000 characters. A parser takes seconds for the worst text of a million. */
export const MAPPING_LIMITS = { characters: 60_000, depth: 40, mappings: 5_000 } as const

/** Faults of YAML that are reported: a text that is none has one for each character. */
const MOST_FAULTS = 20

export class YamlCursor {
  readonly #node: Node | null | undefined
  readonly #lines: LineCounter
  readonly file: string
  readonly findings: MappingFinding[]
  readonly #line: number

  private constructor(
    node: Node | null | undefined,
    lines: LineCounter,
    file: string,
    findings: MappingFinding[],
    line: number,
  ) {
    this.#node = node
    this.#lines = lines
    this.file = file
    this.findings = findings
    this.#line = node?.range ? lines.linePos(node.range[0]).line : line
  }

  static open(file: string, text: string): YamlCursor {
    const findings: MappingFinding[] = []
    const lines = new LineCounter()
    if (text.length > MAPPING_LIMITS.characters) {
      findings.push({
        file,
        line: 1,
        message: `The file is longer than ${MAPPING_LIMITS.characters} characters`,
      })
      return new YamlCursor(undefined, lines, file, findings, 1)
    }
    const document = parseDocument(text, {
      lineCounter: lines,
      uniqueKeys: false,
      merge: false,
      prettyErrors: false,
    })
    // Published files have a comment right after a text, which other parsers accept.
    const errors = document.errors.filter(({ message }) => !message.startsWith('Comments must be separated'))
    for (const { message, pos } of errors.slice(0, MOST_FAULTS))
      findings.push({ file, line: lines.linePos(pos[0]).line, message: sentenceOf(message) })
    return new YamlCursor(document.contents as Node | null, lines, file, findings, 1)
  }

  get line(): number {
    return this.#line
  }

  get present(): boolean {
    return (
      this.#node !== undefined && this.#node !== null && !(isScalar(this.#node) && this.#node.value === null)
    )
  }

  get isList(): boolean {
    return isSeq(this.#node)
  }

  fault(message: string): void {
    this.findings.push({ file: this.file, line: this.#line, message })
  }

  #at(node: unknown): YamlCursor {
    return new YamlCursor(node as Node | null | undefined, this.#lines, this.file, this.findings, this.#line)
  }

  /** The value of a key; names are compared without case, because published files write `openEHR` and `openehr`. */
  get(...names: readonly string[]): YamlCursor {
    if (!isMap(this.#node)) return this.#at(undefined)
    const wanted = names.map(name => name.toLowerCase())
    const pair = this.#node.items.findLast(({ key }) => wanted.includes(keyText(key).toLowerCase()))
    return this.#at(pair?.value)
  }

  /** Reports keys that the grammar does not have. */
  only(names: readonly string[], what: string): void {
    if (!this.present) return
    if (!isMap(this.#node)) {
      this.fault(`${what} is not a map of keys and values`)
      return
    }
    const known = new Set(names.map(name => name.toLowerCase()))
    for (const { key, value } of this.#node.items) {
      const name = keyText(key)
      if (!known.has(name.toLowerCase()))
        this.#at(value ?? key).fault(`${what} has the unknown key "${name}"`)
    }
  }

  items(): readonly YamlCursor[] {
    if (!this.present) return []
    return isSeq(this.#node) ? this.#node.items.map(item => this.#at(item)) : [this]
  }

  text(): string | undefined {
    if (!isScalar(this.#node) || this.#node.value === null) return undefined
    const { value, source } = this.#node
    return typeof value === 'string' ? value : (source ?? String(value))
  }

  texts(): readonly string[] {
    return this.items().flatMap(item => item.text() ?? [])
  }
}

/** The parser descends by calls, and reports their end in the words of JavaScript. */
const sentenceOf = (message: string): string =>
  message.startsWith('Maximum call stack')
    ? 'Lists and maps are nested too deeply'
    : (message.split('\n')[0] ?? message)

const keyText = (key: unknown): string => (isScalar(key) ? String(key.value) : '')
