/** Adds up the metrics of several processes, in the text format of Prometheus. */

/** A metric with its head and its samples by name and labels. */
interface Section {
  readonly head: readonly string[]
  readonly samples: Map<string, number>
}

/** Gauges of which a sum has no meaning: the highest is shown. */
const HIGHEST =
  /^(nodejs_eventloop_lag|nodejs_version_info|process_start_time|process_max_fds|cairn_templates|cairn_replication_|cairn_job_last_success|cairn_audit_fault|cairn_change_feed_(position|lag)|cairn_webhook_(subscriptions|lag))/

const SAMPLE = /^(\w+(?:\{.*\})?) (\S+)$/

function sectionsIn(text: string): Map<string, Section> {
  const sections = new Map<string, Section>()
  let head: string[] = []
  let samples = new Map<string, number>()
  for (const line of text.split('\n')) {
    const named = /^# (HELP|TYPE) (\w+)/.exec(line)
    if (named?.[1] === 'HELP') {
      head = [line]
      samples = new Map()
      sections.set(named[2] ?? '', { head, samples })
    } else if (named) head.push(line)
    const sample = SAMPLE.exec(line)
    if (sample) samples.set(sample[1] ?? '', Number(sample[2]))
  }
  return sections
}

function addSection(sum: Section, added: Section): void {
  for (const [name, value] of added.samples) {
    const known = sum.samples.get(name)
    const both = known === undefined ? value : HIGHEST.test(name) ? Math.max(known, value) : known + value
    sum.samples.set(name, both)
  }
}

const printNumber = (value: number): string =>
  Number.isFinite(value) ? String(value) : Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'

const printSection = ({ head, samples }: Section): string =>
  [...head, ...[...samples].map(([name, value]) => `${name} ${printNumber(value)}`)].join('\n')

export function sumMetrics(texts: readonly string[]): string {
  const sums = new Map<string, Section>()
  for (const text of texts)
    for (const [name, section] of sectionsIn(text)) {
      const known = sums.get(name)
      if (known) addSection(known, section)
      else sums.set(name, section)
    }
  return [...sums.values()].map(section => `${printSection(section)}\n`).join('\n')
}
