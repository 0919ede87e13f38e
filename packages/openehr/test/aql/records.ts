/** Three small records for AQL tests: `one` with history, `hidden` that is not queryable, `empty`. */
import type { EhrData } from '../../src/aql/index.ts'
import type { RmObject } from '../../src/rm/index.ts'
import {
  bloodPressure,
  coded,
  composition,
  diagnosis,
  directory,
  ehr,
  link,
  node,
  participation,
  reading,
  status,
  temperature,
  text,
  time,
  tree,
  uid,
  version,
} from './build.ts'

const encounter = (name: string, sys: number): RmObject =>
  composition('encounter', name, 'Dr. Ada', {
    links: [link('a'), link('b')],
    context: {
      start_time: time('2024-03-01T10:00:00+01:00'),
      setting: coded('home', 'openehr', '225'),
      participations: [participation('Nurse Bo', 'nurse'), participation('Dr. Cy', 'consultant')],
    },
    content: [
      node('SECTION', 'openEHR-EHR-SECTION.adhoc.v1', 'Vitals', {
        uid: uid('vitals'),
        items: [
          bloodPressure('bp', 'Left arm', [
            reading('At rest', '2024-03-01T10:00:00+01:00', sys, 95),
            reading('After exercise', '2024-03-01T10:20:00+01:00', 120, undefined),
            reading(coded('Lying', 'local', 'at0029'), '2023-12-31T10:00:00+01:00', 130, 80),
          ]),
          node('SECTION', 'openEHR-EHR-SECTION.adhoc.v1', 'Inner', { items: [temperature('temp', 37.5)] }),
        ],
      }),
    ],
  })

const report = composition('report', 'Discharge letter', 'Dr. Dee', {
  context: {
    start_time: time('2024-04-02T08:30:00Z'),
    end_time: time('2024-04-02T09:00:00Z'),
    setting: coded('home', 'openehr', '225'),
  },
  content: [
    diagnosis('dx', coded('Diabetes', 'SNOMED-CT', '73211009')),
    node('ADMIN_ENTRY', 'openEHR-EHR-ADMIN_ENTRY.discharge.v1', 'Discharge', {
      uid: uid('out'),
      data: tree('at0001', []),
    }),
  ],
})

const problems = composition('problem_list', 'Problems', 'Dr. Dee', {
  content: [diagnosis('plain', text('Headache'))],
})

export const RECORDS: readonly EhrData[] = [
  ehr('one', [
    version('status-one', 1, 1, status(true, 'p1')),
    version('enc', 1, 2, encounter('Draft', 100), '553'),
    version('rep', 1, 3, report),
    version('list', 1, 4, problems),
    version('gone', 1, 5, report),
    version('enc', 2, 6, encounter('Visit 1', 150)),
    version('gone', 2, 7),
    version('dir', 1, 8, directory('enc')),
  ]),
  ehr('hidden', [version('status-hidden', 1, 1, status(false, 'p2')), version('secret', 1, 2, report)]),
  ehr('empty', [version('status-empty', 1, 1, status(true))]),
]
