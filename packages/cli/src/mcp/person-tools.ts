/** The tool that finds people. Offered only if the operator says so, and it works only with a scope on people. */
import { countIn, integer, optionalText, type Tool, ToolInputError, text } from './tool.ts'

const MOST_PEOPLE = 20

const NAMES = ['name', 'birth_date', 'identifier'] as const

export const PERSON_TOOLS: readonly Tool[] = [
  {
    name: 'find_person',
    title: 'Find a person',
    description:
      'Finds people by words of a name (one misspelt letter is tolerated), birth date or identifier, the best first, each with the id of the EHR. Names and numbers identify patients: use it only if the person asked about somebody by name.',
    properties: {
      name: text('Words of the name, in any order.'),
      birth_date: text('A date, a month (1980-05) or a year.'),
      identifier: text('A number, such as that of a hospital.'),
      fetch: integer(`Most people; 5 when left out.`, MOST_PEOPLE),
    },
    required: [],
    needsPeople: true,
    run: async (cairn, input) => {
      const given = NAMES.flatMap(name => {
        const value = optionalText(input, name)
        return value === undefined ? [] : [[name, value] as const]
      })
      if (given.length === 0) throw new ToolInputError('Give name, birth_date or identifier.')
      const limit = countIn(input, 'fetch', 5, MOST_PEOPLE)
      return cairn.demographic.personFind({ ...Object.fromEntries(given), limit })
    },
  },
]
