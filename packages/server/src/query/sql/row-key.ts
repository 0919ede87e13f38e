/** The place of a row among all rows as one value, by which groups and distinct rows are put in order. */
import { open } from '../../access/index.ts'
import { forms, q } from '../../relation/expressions/index.ts'
import type { Fragment } from '../../relation/index.ts'
import { notPushed } from '../plan/not-pushed.ts'
import type { Placed } from '../plan/place.ts'

const isRootNumber = ({ pieces }: Fragment): boolean =>
  pieces.length === 1 && /\.num$/.test(String(pieces[0]))

/** Archetype roots of one version are fewer than that; commits may be two billion times as many. */
const ROOTS = 2 ** 22

/** The place of a row as one value, of which the least of a group can be taken; a number where that will do. */
export function rowKey({ rowOrder, resolved }: Placed): Fragment {
  if (!resolved.documentwise) {
    const [created, ehrId, ...inEhr] = rowOrder
    if (!created || !ehrId) return notPushed('groups in no known order')
    return numbers([...ehrKey(created, ehrId), ...inEhr])
  }
  const [commit, num, more] = rowOrder
  if (commit && !num) return commit
  if (commit && num && !more && isRootNumber(num)) return q`${commit} * ${ROOTS} + coalesce(${num}, 0)`
  return numbers(rowOrder)
}

/** One array of numbers, of which the least can be taken, as of no row of columns. A cluster has no least of arrays, but of texts. */
function numbers(keys: readonly Fragment[]): Fragment {
  const array = keys.reduce((before, key) => q`${before} || ${key}`, q`array[]::bigint[]`)
  return forms(array, q`${open.order_text}(${array})`)
}

/** The order of EHRs, by the moment of their creation and then by id, as numbers: 32 bits of the id at a time. */
function ehrKey(created: Fragment, ehrId: Fragment): readonly Fragment[] {
  const digits = q`replace(${ehrId}::text, '-', '')`
  const part = (start: number) => q`('x' || substr(${digits}, ${start}, 8))::bit(32)::bigint`
  return [q`(extract(epoch from ${created}) * 1000000)::bigint`, ...[1, 9, 17, 25].map(part)]
}
