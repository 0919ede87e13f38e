/** The queries of people and roles. */
import { useAsk } from '../../session/use-ask.ts'

export const peopleKey = ['people']

export const personKey = (personId: string) => [...peopleKey, personId]

export const appsKey = (personId: string) => [...personKey(personId), 'apps']

export const rolesKey = ['roles']

export const usePeople = (isAdmin: boolean) =>
  useAsk(peopleKey, (cairn, signal) => cairn.people.personList({}, { signal }), { enabled: isAdmin })

export const usePerson = (person_id: string, isAdmin: boolean) =>
  useAsk(personKey(person_id), (cairn, signal) => cairn.people.personGet({ person_id }, { signal }), {
    enabled: isAdmin,
  })

export const useAccess = (person_id: string) =>
  useAsk([...personKey(person_id), 'access'], (cairn, signal) =>
    cairn.people.personAccess({ person_id }, { signal }),
  )

export const useAssignments = (person_id: string) =>
  useAsk([...personKey(person_id), 'assignments'], (cairn, signal) =>
    cairn.people.assignmentList({ person_id }, { signal }),
  )

export const useSessions = (person_id: string) =>
  useAsk([...personKey(person_id), 'sessions'], (cairn, signal) =>
    cairn.people.personSessions({ person_id }, { signal }),
  )

export const useApps = (person_id: string) =>
  useAsk(appsKey(person_id), (cairn, signal) => cairn.people.personApps({ person_id }, { signal }))

/** Never fresh: the number of people who have a role is asked for before it is deleted. */
export const useRoles = () =>
  useAsk(rolesKey, (cairn, signal) => cairn.roles.list({}, { signal }), { staleTime: 0 })
