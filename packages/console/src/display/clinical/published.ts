/** Definitions of published archetypes, by the paths of the Clinical Knowledge Manager. A file of the site adds to them. */
import type { ArchetypeDefinition, EntryKind, Words } from './definition.ts'

const versions = (name: string, ...numbers: readonly number[]): string[] =>
  numbers.map(number => `openEHR-EHR-${name}.v${number}`)

const words = (en: string, de: string, es: string, nl: string): Words => ({ en, de, es, nl })

interface Measurement {
  readonly archetypes: readonly string[]
  readonly icon: string
  readonly label: Words
  readonly each: string
  readonly path: string
  /** `{value}` alone unless another line is given. */
  readonly line?: Words
}

/** One value that is measured again and again. */
const measurement = ({ path, line, ...rest }: Measurement): ArchetypeDefinition => ({
  ...rest,
  kind: 'vital sign',
  values: { value: path },
  line: [line ?? '{value}'],
  chart: ['value'],
})

/** Archetypes of vital signs have one of two layouts. */
const [SERIES, TREE] = ['/data[at0001]/events[at0002]', 'data[at0003]/items']
const [LATER_SERIES, LATER_TREE] = ['/data[at0002]/events[at0003]', 'data[at0001]/items']

const VITAL_SIGNS: readonly ArchetypeDefinition[] = [
  {
    archetypes: versions('OBSERVATION.blood_pressure', 1, 2),
    kind: 'vital sign',
    icon: 'heart',
    label: words('Blood pressure', 'Blutdruck', 'Presión arterial', 'Bloeddruk'),
    each: '/data[at0001]/events[at0006]',
    values: { systolic: `${TREE}[at0004]/value`, diastolic: `${TREE}[at0005]/value` },
    line: [['{systolic#}/{diastolic}', '{systolic}', '{diastolic}']],
    chart: ['systolic', 'diastolic'],
    // Office blood pressure of adults, below the limit of hypertension (ESC/ESH 2018, table 3) and above hypotension.
    bands: [
      { value: 'systolic', low: 90, high: 140, unit: 'mm[Hg]' },
      { value: 'diastolic', low: 60, high: 90, unit: 'mm[Hg]' },
    ],
  },
  measurement({
    archetypes: versions('OBSERVATION.pulse', 1, 2),
    icon: 'pulse',
    label: words('Pulse', 'Puls', 'Pulso', 'Pols'),
    each: LATER_SERIES,
    path: `${LATER_TREE}[at0004]/value`,
    line: words('pulse {value#}', 'Puls {value#}', 'pulso {value#}', 'pols {value#}'),
  }),
  measurement({
    archetypes: versions('OBSERVATION.respiration', 1, 2),
    icon: 'breath',
    label: words('Respiration', 'Atmung', 'Respiración', 'Ademhaling'),
    each: SERIES,
    path: `${TREE}[at0004]/value`,
    line: words('respiration {value#}', 'Atmung {value#}', 'respiración {value#}', 'ademhaling {value#}'),
  }),
  measurement({
    archetypes: versions('OBSERVATION.pulse_oximetry', 1),
    icon: 'oxygen',
    label: words('SpO₂', 'SpO₂', 'SpO₂', 'SpO₂'),
    each: SERIES,
    path: `${TREE}[at0006]/value`,
    line: words('SpO₂ {value}', 'SpO₂ {value}', 'SpO₂ {value}', 'SpO₂ {value}'),
  }),
  measurement({
    archetypes: versions('OBSERVATION.body_temperature', 1, 2),
    icon: 'thermometer',
    label: words('Temperature', 'Temperatur', 'Temperatura', 'Temperatuur'),
    each: LATER_SERIES,
    path: `${LATER_TREE}[at0004]/value`,
  }),
  measurement({
    archetypes: versions('OBSERVATION.body_weight', 1, 2),
    icon: 'weight',
    label: words('Weight', 'Gewicht', 'Peso', 'Gewicht'),
    each: LATER_SERIES,
    path: `${LATER_TREE}[at0004]/value`,
  }),
  measurement({
    archetypes: versions('OBSERVATION.height', 1, 2),
    icon: 'height',
    label: words('Height', 'Größe', 'Talla', 'Lengte'),
    each: SERIES,
    path: `${TREE}[at0004]/value`,
  }),
  measurement({
    archetypes: versions('OBSERVATION.body_mass_index', 1, 2),
    icon: 'weight',
    label: words('BMI', 'BMI', 'IMC', 'BMI'),
    each: SERIES,
    path: `${TREE}[at0004]/value`,
    line: words('BMI {value}', 'BMI {value}', 'IMC {value}', 'BMI {value}'),
  }),
  measurement({
    archetypes: versions('OBSERVATION.news2', 1),
    icon: 'score',
    label: words('NEWS2', 'NEWS2', 'NEWS2', 'NEWS2'),
    each: SERIES,
    path: `${TREE}[at0028]/value`,
    line: words('NEWS2 {value}', 'NEWS2 {value}', 'NEWS2 {value}', 'NEWS2 {value}'),
  }),
  measurement({
    archetypes: versions('OBSERVATION.glasgow_coma_scale', 1),
    icon: 'score',
    label: words('Glasgow coma scale', 'Glasgow-Koma-Skala', 'Escala de Glasgow', 'Glasgow-comaschaal'),
    each: SERIES,
    path: `${TREE}[at0026]/value`,
    line: words('GCS {value}', 'GCS {value}', 'GCS {value}', 'GCS {value}'),
  }),
]

const since = (name: string): Words =>
  words(`since {${name}}`, `seit {${name}}`, `desde {${name}}`, `sinds {${name}}`)

const QUALIFIER = 'data[at0001]/items[openEHR-EHR-CLUSTER.problem_qualifier.v1]/items'
const DOSAGES = ['openEHR-EHR-CLUSTER.dosage.v1', 'openEHR-EHR-CLUSTER.dosage.v2']

/** The same item in each version of the dosage cluster. */
const inDosage = (owner: string, item: string): string[] =>
  DOSAGES.map(dosage => `${owner}/items[${dosage}]/items[${item}]/value`)

const LISTS: readonly ArchetypeDefinition[] = [
  {
    archetypes: versions('EVALUATION.problem_diagnosis', 0, 1),
    kind: 'problem',
    icon: 'problem',
    values: {
      name: 'data[at0001]/items[at0002]/value',
      severity: 'data[at0001]/items[at0005]/value',
      onset: ['data[at0001]/items[at0077]/value', 'data[at0001]/items[at0003]/value'],
      resolved: 'data[at0001]/items[at0030]/value',
      activity: `${QUALIFIER}[at0003]/value`,
      phase: `${QUALIFIER}[at0083]/value`,
    },
    line: ['{name}', '{severity}', since('onset')],
    ended: [
      { value: 'resolved' },
      { value: 'activity', codes: ['at0027'] },
      { value: 'phase', codes: ['at0084', 'at0088'] },
    ],
  },
  {
    archetypes: versions('EVALUATION.adverse_reaction_risk', 0, 1, 2),
    kind: 'allergy',
    icon: 'allergy',
    values: {
      substance: 'data[at0001]/items[at0002]/value',
      criticality: 'data[at0001]/items[at0101]/value',
      reaction: 'data[at0001]/items[at0009]/items[at0011]/value',
      severity: 'data[at0001]/items[at0009]/items[at0089]/value',
      status: 'data[at0001]/items[at0063]/value',
    },
    line: [
      '{substance}',
      '{reaction}',
      '{severity}',
      words(
        'criticality {criticality}',
        'Kritikalität {criticality}',
        'criticidad {criticality}',
        'kritiek {criticality}',
      ),
      '{status}',
    ],
    ended: [{ value: 'status', codes: ['at0066', 'at0067'] }],
  },
  {
    archetypes: versions('INSTRUCTION.medication_order', 0, 1, 2, 3),
    kind: 'medication',
    icon: 'medication',
    each: '/activities[at0001]',
    values: {
      medication: ['description[at0002]/items[at0070]/value', '/narrative'],
      directions: [
        'description[at0002]/items[at0009]/value',
        'description[at0002]/items[at0173]/value',
        '/narrative',
      ],
      dose: inDosage('description[at0002]', 'at0144'),
      doseUnit: inDosage('description[at0002]', 'at0145'),
      route: 'description[at0002]/items[at0091]/value',
      reason: 'description[at0002]/items[at0018]/value',
      stop: ['description[at0002]/items[at0113]/items[at0013]/value', '/expiry_time'],
    },
    line: ['{medication}', ['{dose} {doseUnit}', '{dose}'], '{directions}', '{route}'],
    ended: [{ value: 'stop' }],
  },
  {
    archetypes: versions('OBSERVATION.medication_statement', 0),
    kind: 'medication',
    icon: 'medication',
    each: SERIES,
    values: {
      medication: `${TREE}[at0006]/value`,
      directions: [`${TREE}[at0047]/value`, `${TREE}[at0032]/value`],
      route: `${TREE}[at0030]/value`,
      status: `${TREE}[at0008]/value`,
      stop: `${TREE}[at0021]/value`,
    },
    line: ['{medication}', '{directions}', '{route}', '{status}'],
    ended: [{ value: 'status', codes: ['at0012', 'at0014', 'at0016'] }, { value: 'stop' }],
  },
]

const ALERTS: readonly ArchetypeDefinition[] = [
  {
    archetypes: versions('EVALUATION.precaution', 1),
    kind: 'alert',
    icon: 'alert',
    values: {
      condition: 'data[at0001]/items[at0002]/value',
      category: 'data[at0001]/items[at0013]/value',
      comment: 'data[at0001]/items[at0008]/value',
      status: 'data[at0001]/items[at0014]/value',
      end: 'protocol[at0006]/items[at0024]/value',
    },
    line: ['{condition}', '{category}', '{comment}'],
    ended: [{ value: 'status', codes: ['at0018', 'at0019'] }, { value: 'end' }],
  },
  {
    archetypes: versions('EVALUATION.contraindication', 1),
    kind: 'alert',
    icon: 'alert',
    values: {
      intervention: 'data[at0001]/items[at0002]/value',
      reason: 'data[at0001]/items[at0003]/value',
    },
    line: [
      words(
        'contraindicated: {intervention}',
        'kontraindiziert: {intervention}',
        'contraindicado: {intervention}',
        'gecontra-indiceerd: {intervention}',
      ),
      '{reason}',
    ],
  },
]

const RESULTS: readonly ArchetypeDefinition[] = [
  {
    archetypes: versions('OBSERVATION.laboratory_test_result', 0, 1),
    kind: 'laboratory',
    icon: 'laboratory',
    each: SERIES,
    values: { test: `${TREE}[at0005]/value`, conclusion: `${TREE}[at0057]/value` },
    line: ['{test}', '{conclusion}'],
    rows: {
      archetypes: versions('CLUSTER.laboratory_test_analyte', 0, 1),
      // Templates for one analyte rename the result instead of filling in the name.
      label: ['items[at0024]/value', 'items[at0001]/name'],
      result: 'items[at0001]/value',
      guidance: 'items[at0004]/value',
    },
  },
  {
    archetypes: versions('OBSERVATION.imaging_exam_result', 0),
    kind: 'imaging',
    icon: 'imaging',
    each: SERIES,
    values: {
      test: `${TREE}[at0004]/value`,
      diagnosis: `${TREE}[at0020]/value`,
      conclusion: `${TREE}[at0021]/value`,
    },
    line: ['{test}', '{diagnosis}', '{conclusion}'],
  },
]

/** An entry whose line is one or two of its items. */
const simple = (
  kind: EntryKind,
  icon: string,
  archetypes: readonly string[],
  ...items: readonly string[]
): ArchetypeDefinition => ({
  archetypes,
  kind,
  icon,
  values: Object.fromEntries(items.map((path, index) => [`item${index}`, path])),
  line: items.map((_, index) => `{item${index}}`),
})

const OTHERS: readonly ArchetypeDefinition[] = [
  {
    archetypes: versions('ACTION.procedure', 0, 1),
    kind: 'procedure',
    icon: 'procedure',
    values: {
      name: 'description[at0001]/items[at0002]/value',
      site: 'description[at0001]/items[at0063]/value',
      step: ['ism_transition/careflow_step', 'ism_transition/current_state'],
    },
    line: ['{name}', '{site}', '{step}'],
  },
  {
    archetypes: versions('ACTION.medication', 0, 1),
    kind: 'procedure',
    icon: 'medication',
    values: {
      medication: 'description[at0017]/items[at0020]/value',
      step: ['ism_transition/careflow_step', 'ism_transition/current_state'],
    },
    line: ['{medication}', '{step}'],
  },
  {
    archetypes: versions('INSTRUCTION.service_request', 0, 1),
    kind: 'request',
    icon: 'request',
    each: '/activities[at0001]',
    values: {
      service: 'description[at0009]/items[at0121]/value',
      reason: ['description[at0009]/items[at0062]/value', 'description[at0009]/items[at0152]/value'],
      urgency: 'description[at0009]/items[at0068]/value',
    },
    line: ['{service}', '{reason}', '{urgency}'],
  },
  {
    archetypes: versions('OBSERVATION.story', 1),
    kind: 'note',
    icon: 'note',
    each: SERIES,
    values: {
      story: `${TREE}[at0004]/value`,
      symptom: `${TREE}[openEHR-EHR-CLUSTER.symptom_sign.v1]/items[at0001]/value`,
    },
    line: ['{story}', '{symptom}'],
  },
  simple('note', 'note', versions('EVALUATION.clinical_synopsis', 0, 1), 'data[at0001]/items[at0002]/value'),
  simple('note', 'note', versions('EVALUATION.recommendation', 0, 1), 'data[at0001]/items[at0002]/value'),
  simple(
    'note',
    'note',
    versions('EVALUATION.reason_for_encounter', 1),
    'data[at0001]/items[at0002]/value',
    'data[at0001]/items[at0004]/value',
  ),
]

export const PUBLISHED: readonly ArchetypeDefinition[] = [
  ...VITAL_SIGNS,
  ...LISTS,
  ...ALERTS,
  ...RESULTS,
  ...OTHERS,
]
