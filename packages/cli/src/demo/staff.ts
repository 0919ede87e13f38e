/** The staff and the wards of the demo. */
import { uuidOf } from './identity.ts'
import type { Random } from './random.ts'

export const HOSPITAL = 'Cairn Demo Hospital'
export const HOSPITAL_ID = uuidOf('organisation demo-hospital')
export const CLINIC = 'Outpatient clinic'

export const DOCTORS = [
  'Dr Ines Albrecht',
  'Dr Tomas Okafor',
  'Dr Mei Lindqvist',
  'Dr Samuel Ferreira',
] as const
export const NURSES = ['Nora Petit', 'Jonas Bakker', 'Aisha Rahman', 'Luca Moretti', 'Greta Holm'] as const
export const LABORATORY = 'Dr Petra Novak'

export const someone = (random: Random, list: readonly [string, ...string[]]): string => random.pick(list)

export interface StaffMember {
  readonly name: string
  readonly role: string
  readonly number: string
}

export const STAFF: readonly StaffMember[] = [
  ...DOCTORS.map(name => ({ name, role: 'Physician' })),
  ...NURSES.map(name => ({ name, role: 'Nurse' })),
  { name: LABORATORY, role: 'Laboratory physician' },
].map((member, index) => ({ ...member, number: `S${String(index + 1).padStart(3, '0')}` }))

/** The PERSON of a member of the staff, by name. */
export const staffIdOf = (name: string): string => uuidOf(`staff ${name}`)

/** The ROLE of a member of the staff, by name. */
export const roleIdOf = (name: string): string => uuidOf(`role ${name}`)
