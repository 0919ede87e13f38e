/** The page of the public cases: each equal, or judged. */
import { isDisputed, REASONS, type ReasonName } from './judgements.ts'
import type { Outcome } from './run-cases.ts'

const HEAD = `# FHIRconnect: the public cases

An open engine in Java has cases for its mappings of the German core data set: FHIR R4 input with the composition that
it makes of it, and the composition with the FHIR that it makes of that. \`packages/fhir\` runs them all in both
directions and compares the results as JSON. A test writes this page (\`CAIRN_ACCEPT=1\`) and fails when a case changes.

Left out of the comparison, because engines may differ in it, or because the specification contradicts the files:

- ids, \`meta.security\`, the order of lists, \`composer\`, \`setting\`, language, territory, the RM version;
- people and organisations (\`health_care_facility\`, \`provider\`, participations), which the other engine does not map;
- time zones: the files have the local time of one machine, here Europe/Berlin. A start time that is cut to the day is
  compared by its day, and one that nothing was mapped to not at all;
- the time of an interval event, which is the start of the period in the files and its end in the reference model
  (RM 1.1, EVENT.time);
- \`match\` of a term mapping (\`?\` in the files, \`=\` in the specification), and parts that the specification asks for
  and the files lack: \`preferred_term\`, \`null_reason\`, the version of a term mapping;
- a reference to a contained resource that has an identifier alone, which equals a reference with that identifier.
`

const direction = (outcome: Outcome): string =>
  outcome.direction === 'toFHIR' ? 'openEHR → FHIR' : 'FHIR → openEHR'

export function casesPage(all: readonly Outcome[]): string {
  const equal = all.filter(({ differences }) => differences.length === 0)
  const disputed = all.filter(({ judged }) => isDisputed(judged))
  const undisputed = all.length - disputed.length
  const used = Object.entries(REASONS).filter(([name]) =>
    all.some(({ judged }) => judged.includes(name as ReasonName)),
  )
  const reasons = used.map(([name, { fault, why }]) => `- \`${name}\` (${FAULTS[fault]}): ${why}`)
  const rows = all.map(
    each =>
      `| ${each.module} | ${direction(each)} | ${each.name.replace('mii-exa-test-data-', '')} | ${each.judged.map(name => `\`${name}\``).join(', ') || 'equal'} |`,
  )
  return `${HEAD}
${all.length} cases: ${equal.length} equal, ${disputed.length} disputed. Of the ${undisputed} undisputed ones, ${equal.length} are equal.

The judgements are ours, made after the results were seen; a case counts as disputed only if all that differs is.

## Differences and whose fault they are

${reasons.map(folded).join('\n')}

## Cases

| module | direction | case | result |
|---|---|---|---|
${rows.join('\n')}
`
}

const FAULTS = { theirs: 'the expected file', input: 'the input', choice: 'a choice' }

/** Lines of at most 120 characters. */
function folded(line: string): string {
  const lines: string[] = []
  let current = ''
  for (const word of line.split(' ')) {
    if (current.length + word.length + 1 > 118) {
      lines.push(current)
      current = `  ${word}`
    } else current = current === '' ? word : `${current} ${word}`
  }
  return [...lines, current].join('\n')
}
