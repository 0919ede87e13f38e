/** C_STRING, C_BOOLEAN, C_INTEGER and C_REAL (AOM 1.4 section 5.3). */
import type { Primitive, PrimitiveObject } from '../../template/index.ts'
import { type Check, report, show } from '../visit.ts'
import { contains, oneOf, showInterval } from './interval.ts'
import { compilePattern } from './pattern.ts'
import { compileTemporal } from './temporal.ts'

type PrimitiveOf<Kind extends Primitive['kind']> = Extract<Primitive, { readonly kind: Kind }>

/** A value of the wrong JSON type has been reported by the reference model's check, which runs first. */
export const compilePrimitive = (node: PrimitiveObject): Check => {
  const { item } = node
  switch (item.kind) {
    case 'C_STRING':
      return compileString(item)
    case 'C_BOOLEAN':
      return compileBoolean(item)
    case 'C_INTEGER':
    case 'C_REAL':
      return compileNumber(item)
    default:
      return compileTemporal(item)
  }
}

const compileString = ({ pattern, list, listOpen }: PrimitiveOf<'C_STRING'>): Check => {
  const fits = pattern === undefined ? undefined : compilePattern(pattern)
  const allowed = list === undefined || listOpen ? undefined : new Set(list)
  const expectedList = list === undefined ? '' : oneOf(list)
  return (value, visit) => {
    if (typeof value !== 'string') return
    if (fits !== undefined && !fits(value)) report(visit, 'C_STRING.pattern', `/${pattern}/`, show(value))
    if (allowed !== undefined && !allowed.has(value))
      report(visit, 'C_STRING.list', expectedList, show(value))
  }
}

const compileBoolean =
  ({ trueValid, falseValid }: PrimitiveOf<'C_BOOLEAN'>): Check =>
  (value, visit) => {
    if (value === true && !trueValid) report(visit, 'C_BOOLEAN.true_valid', 'false', 'true')
    if (value === false && !falseValid) report(visit, 'C_BOOLEAN.false_valid', 'true', 'false')
  }

const compileNumber = ({ kind, list, range }: PrimitiveOf<'C_INTEGER' | 'C_REAL'>): Check => {
  const allowed = list === undefined ? undefined : new Set(list)
  const expectedList = list === undefined ? '' : oneOf(list)
  return (value, visit) => {
    if (typeof value !== 'number') return
    if (range !== undefined && !contains(range, value)) {
      report(visit, `${kind}.range`, showInterval(range), show(value))
    }
    if (allowed !== undefined && !allowed.has(value)) report(visit, `${kind}.list`, expectedList, show(value))
  }
}
