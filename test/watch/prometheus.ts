/** Reads the text format of Prometheus, and the names in expressions of PromQL. */

export interface MetricsPage {
  /** Every name that is declared, and those of samples. */
  readonly names: ReadonlySet<string>
  /** The names of labels, by the name of their sample. */
  readonly labels: ReadonlyMap<string, ReadonlySet<string>>
  /** The value of a sample that is written exactly so. */
  sampleOf(sample: string): number | undefined
}

export function readMetrics(page: string): MetricsPage {
  const names = new Set<string>()
  const labels = new Map<string, Set<string>>()
  const values = new Map<string, number>()
  for (const line of page.split('\n')) {
    const declared = /^# TYPE (\w+) \w+$/.exec(line)?.[1]
    if (declared !== undefined) names.add(declared)
    const [, sample = '', name = '', given = '', value] = /^((\w+)(?:\{(.*)\})?) (\S+)$/.exec(line) ?? []
    if (value === undefined) continue
    names.add(name)
    values.set(sample, Number(value))
    const known = labels.get(name) ?? new Set()
    for (const [, label = ''] of given.matchAll(/(\w+)="/g)) known.add(label)
    labels.set(name, known)
  }
  return { names, labels, sampleOf: sample => values.get(sample) }
}

export interface Selector {
  readonly name: string
  readonly labels: readonly string[]
}

const WORDS = new Set(['and', 'or', 'unless', 'by', 'on', 'without', 'ignoring', 'bool'])

/** The metrics that an expression asks for, with the labels that it selects by. */
export function selectorsIn(expression: string): Selector[] {
  const text = expression
    .replace(/"[^"]*"/g, '""')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(by|on|without|ignoring)\s*\([^)]*\)/g, '')
  return [...text.matchAll(/\b([a-zA-Z_][\w:]*)\b(?!\s*\()(?:\s*\{([^}]*)\})?/g)]
    .map(([, name = '', inside = '']) => ({
      name,
      labels: [...inside.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
    }))
    .filter(({ name }) => !WORDS.has(name) && !/^\d|^e\d+$/.test(name))
}
