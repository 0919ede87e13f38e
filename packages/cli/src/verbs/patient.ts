/** `cairn patient`: the people that records are about. Accounts of people who sign in are `cairn account`. */
import type { FoundPeople, PossibleDuplicates } from '@cairn-ehr/client'
import { CommandError } from '../command/exit-codes.ts'
import { fields, tableOf } from '../command/print.ts'
import { UsageError } from '../command/usage-error.ts'
import { verb } from '../command/verb.ts'
import { wholeNumber } from './numbers.ts'

type Found = FoundPeople['data'][number]
type Facts = Omit<Found, 'reasons' | 'score'>

const SCOPE = 'api.admin'

const DETAILS = 'Needs the scope api.admin, or a scope on people such as system/person-*.rs.'

const CHANGE_DETAILS = 'Needs the scope api.admin, or a scope to change people such as system/person-*.ru.'

const PERSON_UID = [{ name: 'person_uid', about: 'the uid of the person' }] as const

const text = (value: string, about: string) => ({ type: 'string', value, about }) as const

const numbersOf = ({ identifiers }: Facts): string =>
  identifiers.map(({ value, type }) => (type === undefined ? value : `${value} (${type})`)).join(', ')

const COLUMNS = ['name', 'born', 'sex', 'numbers', 'person', 'ehr']

const rowOf = (person: Facts) => [
  person.name,
  person.birthDate ?? '',
  person.sex ?? '',
  numbersOf(person),
  person.personUid,
  person.ehrUid ?? '',
]

const matchTable = ({ data }: PossibleDuplicates): string =>
  tableOf(
    ['score', ...COLUMNS],
    data.map(each => [each.score.toFixed(2), ...rowOf(each)]),
  )

export const PATIENT_VERBS = [
  verb({
    words: 'patient find',
    about: 'find people by name, birth date, identifier or address',
    details: `Words of a name are found in any order, without accents, and with one misspelt letter. ${DETAILS}`,
    args: [{ name: 'name', about: 'words of the name', optional: true, many: true }],
    options: {
      born: text('date', 'a date, a month (1980-05) or a year'),
      sex: text('word', 'such as female'),
      number: text('id', 'an identifier, such as the number of a hospital'),
      issuer: text('name', 'with --number: its issuer'),
      address: text('words', 'words of the address'),
      limit: text('n', 'people at most (default: 20)'),
    },
    examples: ['cairn patient find obrien --born 1980', 'cairn patient find --number P0007'],
    run: async (context, { args, options: { born, number, issuer, limit, ...others } }) => {
      const name = args.join(' ')
      const wanted = {
        ...(name === '' ? {} : { name }),
        ...(born === undefined ? {} : { birth_date: born }),
        ...(number === undefined ? {} : { identifier: number }),
        ...(issuer === undefined ? {} : { identifier_issuer: issuer }),
        ...others,
        limit: wholeNumber(limit, 'limit', 'patient find', 1),
      }
      if (name === '' && [born, number, others.sex, others.address].every(each => each === undefined))
        throw new UsageError(
          'Say whom to find: a name, --born, --number, --sex or --address.',
          'patient find',
        )
      const found = await context.connect(SCOPE).demographic.personFind(wanted, { signal: context.stop })
      const { data, totalCount, isComplete } = found
      if (data.length < totalCount || !isComplete)
        context.tell(`${data.length} of more people; add --born, or --limit for the rest`)
      context.print(found, () => tableOf(COLUMNS, data.map(rowOf)))
    },
  }),
  verb({
    words: 'patient show',
    about: 'show a person: name, birth date, numbers and record',
    details: `With --json the whole PERSON. ${DETAILS}`,
    args: PERSON_UID,
    run: async (context, { args: [uid = ''] }) => {
      const cairn = context.connect(SCOPE)
      const { value } = await cairn.demographic.personGet({ uid_based_id: uid })
      if (value === undefined) throw new CommandError(`The person ${uid} was deleted.`)
      const { data } = await cairn.demographic.personFind({ person_uid: uid.split('::')[0] ?? '' })
      const [person] = data
      context.print(value, () =>
        fields([
          ['name', person?.name],
          ['born', person?.birthDate],
          ['sex', person?.sex],
          ['numbers', person && numbersOf(person)],
          ['person uid', uid],
          ['ehr id', person?.ehrUid],
        ]),
      )
    },
  }),
  verb({
    words: 'patient duplicates',
    about: 'list people who may be the same as one, with a score',
    details: DETAILS,
    args: PERSON_UID,
    options: { least: text('score', 'the least score, from 0 to 1 (default: 0.6)') },
    run: async (context, { args: [personUid = ''], options: { least } }) => {
      if (least !== undefined && !/^(0(\.\d+)?|1(\.0+)?)$/.test(least))
        throw new UsageError('--least is a number from 0 to 1.', 'patient duplicates')
      const body = { personUid, ...(least === undefined ? {} : { leastScore: Number(least) }) }
      const matches = await context.connect(SCOPE).demographic.personMatch({ body })
      context.print(matches, () => matchTable(matches))
    },
  }),
  verb({
    words: 'patient merge',
    about: 'merge a person into another who is the same',
    details: `Both keep their versions, and \`cairn patient separate\` undoes it. ${CHANGE_DETAILS}`,
    args: [
      { name: 'into', about: 'the uid of the person that stays' },
      { name: 'from', about: 'the uid of the person that is merged into it' },
    ],
    options: { reason: text('text', 'why they are one') },
    examples: ['cairn patient merge 0c51f9cc-f389-5ee9-98a0-09e39f71b93b 7e1a… --reason "same passport"'],
    run: async (context, { args: [into = '', from = ''], options: { reason } }) => {
      const body = { into, from, ...(reason === undefined ? {} : { reason }) }
      await context.connect(SCOPE).demographic.personMerge({ body })
      context.print({ into, from }, () => `${from} is merged into ${into}.`)
    },
  }),
  verb({
    words: 'patient separate',
    about: 'separate a merged person from the other again',
    details: CHANGE_DETAILS,
    args: PERSON_UID,
    run: async (context, { args: [personUid = ''] }) => {
      await context.connect(SCOPE).demographic.personSeparate({ person_uid: personUid })
      context.print({ separated: personUid }, () => `${personUid} is a person by itself again.`)
    },
  }),
  verb({
    words: 'patient merges',
    about: 'list people who were merged into another, the latest first',
    details: DETAILS,
    args: [{ ...PERSON_UID[0], optional: true }],
    options: { limit: text('n', 'merges at most (default: 20)') },
    run: async (context, { args: [uid], options: { limit } }) => {
      const wanted = {
        ...(uid === undefined ? {} : { person_uid: uid }),
        limit: wholeNumber(limit, 'limit', 'patient merges', 1),
      }
      const merges = await context.connect(SCOPE).demographic.personMergeList(wanted)
      if (merges.more) context.tell('there are more; add --limit')
      context.print(merges, () =>
        tableOf(
          ['merged', 'name', 'into', 'name', 'at', 'reason'],
          merges.data.map(each => [
            each.from,
            each.fromName ?? '',
            each.into,
            each.intoName ?? '',
            each.mergedAt,
            each.reason,
          ]),
        ),
      )
    },
  }),
]
