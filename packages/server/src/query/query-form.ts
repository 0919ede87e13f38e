/** A query with the types of its parameters but without their values: checked, shaped, and ready to be printed, once for all calls. */
import { randomUUID } from 'node:crypto'
import {
  type Aql,
  aqlDoubts,
  bindParameters,
  isOfParties,
  literalOf,
  type ParameterValues,
  printAql,
  printExpression,
  visitNodes,
} from '@cairn-ehr/openehr/aql'
import type { Scalar } from '../relation/index.ts'
import { isInOneEhr } from './documents/reading.ts'
import { type Shape, shapeOf } from './plan/literals.ts'
import { type NamedSubject, namedSubject } from './plan/rules/one-ehr.ts'
import type { QueryText } from './query-text.ts'
import type { Column } from './result.ts'
import { type AskedNode, askedNodes } from './warnings/asked-nodes.ts'
import { templateValuesIn } from './warnings/template-values.ts'

function columnOf({ expression, alias }: Aql.Column, at: number): Column {
  const name = alias ?? `#${at}`
  return expression.kind === 'path' ? { name, path: printExpression(expression) } : { name }
}

function hasLike({ where }: Aql.Query): boolean {
  let found = false
  visitNodes(where, ({ kind }) => {
    found ||= kind === 'like'
    return !found
  })
  return found
}

/** Members that only a query that is run needs are made on first use. */
export class QueryForm {
  /** With the values of the call that it was made for: everything but literals is the same in all others. */
  readonly query: Aql.BoundQuery
  readonly shape: Shape
  /** It can only find something in one EHR, whatever the call says. */
  readonly isInOneEhr: boolean
  /** The subject that its EHR must have. */
  readonly subject: NamedSubject | undefined
  /** About parties, which are in no EHR. */
  readonly isOfParties: boolean
  /** Warnings may depend on values. */
  readonly hasLike: boolean
  readonly hasTemplateValues: boolean
  #columns: readonly Column[] | undefined
  #asked: readonly AskedNode[] | undefined
  #doubts: readonly string[] | undefined

  constructor(query: Aql.BoundQuery) {
    this.query = query
    this.shape = shapeOf(query)
    this.isInOneEhr = isInOneEhr({ query, ehrId: undefined })
    this.subject = this.isInOneEhr ? undefined : namedSubject(query)
    this.isOfParties = isOfParties(query.from)
    this.hasLike = hasLike(query)
    this.hasTemplateValues = templateValuesIn(query).length > 0
  }

  get columns(): readonly Column[] {
    this.#columns ??= this.query.columns.map(columnOf)
    return this.#columns
  }

  /** Parts of it that can find nothing: they depend on the types of literals, and not on their values. */
  get doubts(): readonly string[] {
    this.#doubts ??= aqlDoubts(this.query).map(({ message }) => `${message}.`)
    return this.#doubts
  }

  /** The nodes that it asks for by their ids. */
  get asked(): readonly AskedNode[] {
    this.#asked ??= askedNodes(this.query)
    return this.#asked
  }
}

const scalarOf = (values: ParameterValues, name: string): Scalar => literalOf(values[name] as Scalar).value

/** A form that serves all calls which give the parameters of a text values of the same types. */
export class TextForm extends QueryForm {
  /** Parameters that came as text and are not read in the likeliest way. */
  readonly second: ReadonlySet<string>
  readonly #text: QueryText
  readonly #values: ParameterValues
  /** The free parameters. A list is the same in all calls of a form. */
  readonly #free: readonly string[]
  /** Their names, by the number of the literal that they stand for. */
  readonly #slots: readonly (string | undefined)[]
  /** The printed query around its free parameters, as JSON without quotes: texts and names in turn. */
  #printed: readonly string[] | undefined

  constructor(text: QueryText, query: Aql.BoundQuery, values: ParameterValues, second: ReadonlySet<string>) {
    super(query)
    this.second = second
    this.#text = text
    this.#values = values
    this.#free = [...text.free].filter(name => !Array.isArray(values[name]))
    const names = new Map(text.compared.map(({ at, name }) => [at, name]))
    this.#slots = this.shape.nodes.map(({ at }) => this.#free.find(name => name === names.get(at)))
  }

  /** Of its text. */
  get characters(): number {
    return this.#text.q.length
  }

  /** The literals of the query with other values. */
  literalsOf(values: ParameterValues): readonly Scalar[] {
    if (this.#free.length === 0) return this.shape.literals
    return this.shape.literals.map((literal, at) => {
      const name = this.#slots[at]
      return name === undefined ? literal : scalarOf(values, name)
    })
  }

  /** The query as AQL with other values, inside a JSON string. */
  printedJson(values: ParameterValues): string {
    this.#printed ??= this.#printAround()
    let json = ''
    this.#printed.forEach((part, at) => {
      json += at % 2 === 0 ? part : inJson(printLiteral(scalarOf(values, part)))
    })
    return json
  }

  /** Printed with marks in place of the free parameters, and cut at the marks, which are too random to occur otherwise. */
  #printAround(): readonly string[] {
    if (this.#free.length === 0) return [inJson(printAql(this.query))]
    const marks = new Map(this.#free.map(name => [name, randomUUID()]))
    const text = printAql(
      bindParameters(this.#text.parsed, { ...this.#values, ...Object.fromEntries(marks) }),
    )
    const names = new Map([...marks].map(([name, mark]) => [printLiteral(mark), name]))
    const parts = text.split(new RegExp(`(${[...names.keys()].join('|')})`))
    return parts.map((part, at) => (at % 2 === 0 ? inJson(part) : (names.get(part) ?? '')))
  }
}

const NOWHERE = { line: 0, column: 0 }

const printLiteral = (value: Scalar): string => printExpression({ ...literalOf(value), at: NOWHERE })

/** As JSON, without its quotes. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)
