/** The speed of the openEHR core: validation, printing and template compilation, beside a plain `JSON.parse` of the same bytes. */
import { canonicalize, printCanonical } from '@cairn-ehr/openehr/format'
import { compileTemplate } from '@cairn-ehr/openehr/template'
import { compileValidator, type Validator } from '@cairn-ehr/openehr/validate'
import { corpusFile, corpusMissing } from '../packages/openehr/fixtures/corpus.ts'
import { generatedOpt, generatedText } from './core-data.ts'

type Document = Parameters<Validator>[0]

const ROUNDS = 15
/** Long enough that the clock's resolution does not matter, short enough that the rounds interleave. */
const MILLISECONDS_A_ROUND = 40

interface Subject {
  readonly name: string
  readonly target: string
  readonly bytes: number
  readonly work: () => unknown
  readonly parse: () => unknown
}

/** Measures every subject and its `JSON.parse` in turn, round by round, and prints the medians. */
export async function run(): Promise<void> {
  console.log(
    corpusMissing === false
      ? 'Data: the public corpus beside the checkout'
      : `Data: generated (${corpusMissing})`,
  )
  const subjects = makeSubjects()
  const rows = subjects.map(subject => ({ subject, work: [] as number[], parse: [] as number[] }))
  for (const { work, parse } of subjects) {
    once(work)
    once(parse)
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const row of rows) {
      row.work.push(once(row.subject.work))
      row.parse.push(once(row.subject.parse))
    }
  }
  console.table(
    Object.fromEntries(
      rows.map(({ subject, work, parse }) => {
        const [took, parsed] = [median(work), median(parse)]
        return [
          subject.name,
          {
            KB: Math.round(subject.bytes / 1024),
            'ms each': Number(took.toPrecision(3)),
            'each second': Math.round(1000 / took),
            target: subject.target,
            'JSON.parse ms': Number(parsed.toPrecision(3)),
            ratio: Number((took / parsed).toPrecision(3)),
          },
        ]
      }),
    ),
  )
}

function makeSubjects(): readonly Subject[] {
  const [small, large] = corpusMissing === false ? corpusDocuments() : generatedDocuments()
  const opt = corpusMissing === false ? corpusFile(LARGE_OPT) : generatedOpt(2_000_000)
  // An OPT is XML: its bytes as one JSON string stand for "read this text once".
  const optAsJson = JSON.stringify(opt)
  return [
    validation('validate, about 10 KB', '5,000 a second', small),
    validation('validate, about 290 KB', 'under 20 ms', large),
    printing('print in RFC 8785 form, 10 KB', 'that of JSON.stringify', small, printCanonical),
    printing('the same, with JSON.stringify', '', small, JSON.stringify),
    printing('the same, as it is defined', '', small, canonicalize),
    {
      name: 'compile an OPT',
      target: 'under 500 ms for 2 MB',
      bytes: Buffer.byteLength(opt),
      work: () => compileValidator(compileTemplate(opt)),
      parse: () => JSON.parse(optAsJson),
    },
  ]
}

interface Pair {
  readonly opt: string
  readonly text: string
}

function validation(name: string, target: string, { opt, text }: Pair): Subject {
  const validate = compileValidator(compileTemplate(opt))
  const document = JSON.parse(text) as Document
  const violations = validate(document)
  if (violations.length > 0)
    throw new Error(`${name}: the document should be valid: ${JSON.stringify(violations[0])}`)
  return {
    name,
    target,
    bytes: Buffer.byteLength(text),
    work: () => validate(document),
    parse: () => JSON.parse(text),
  }
}

const printing = (
  name: string,
  target: string,
  { text }: Pair,
  print: (document: unknown) => string,
): Subject => {
  const document: unknown = JSON.parse(text)
  return {
    name,
    target,
    bytes: Buffer.byteLength(text),
    work: () => print(document),
    parse: () => JSON.parse(text),
  }
}

const LARGE_OPT = 'integration-tests/valid_templates/all_types/International_Patient_Summary.opt'

const corpusDocuments = (): readonly [Pair, Pair] => [
  {
    opt: corpusFile('performance-test/templates/ecg_result.opt'),
    text: corpusFile('performance-test/compositions/repeatable/05_ecg_result_1.json'),
  },
  {
    opt: corpusFile('performance-test/templates/international_patient_summary.opt'),
    text: corpusFile('performance-test/compositions/single/19_international_patient_summary_1.json'),
  },
]

const generatedDocuments = (): readonly [Pair, Pair] => {
  const opt = generatedOpt(40_000)
  return [
    { opt, text: generatedText(10_000) },
    { opt, text: generatedText(290_000) },
  ]
}

/** Milliseconds that one call takes, over as many calls as fill a round. */
function once(work: () => unknown): number {
  const start = performance.now()
  let calls = 0
  do {
    work()
    calls++
  } while (performance.now() - start < MILLISECONDS_A_ROUND)
  return (performance.now() - start) / calls
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
