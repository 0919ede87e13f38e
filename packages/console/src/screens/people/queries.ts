/** The queries of people and roles. */
import { useQuery } from '@tanstack/react-query'
import { useCairn } from '../../session/use-session.ts'

export const peopleKey = ['people']

export const personKey = (personId: string) => [...peopleKey, personId]

export const appsKey = (personId: string) => [...personKey(personId), 'apps']

export const rolesKey = ['roles']

export function usePeople(isAdmin: boolean) {
  const cairn = useCairn()
  return useQuery({
    queryKey: peopleKey,
    queryFn: ({ signal }) => cairn.people.personList({}, { signal }),
    enabled: isAdmin,
  })
}

export function usePerson(personId: string, isAdmin: boolean) {
  const cairn = useCairn()
  return useQuery({
    queryKey: personKey(personId),
    queryFn: ({ signal }) => cairn.people.personGet({ person_id: personId }, { signal }),
    enabled: isAdmin,
  })
}

export function useAccess(personId: string) {
  const cairn = useCairn()
  return useQuery({
    queryKey: [...personKey(personId), 'access'],
    queryFn: ({ signal }) => cairn.people.personAccess({ person_id: personId }, { signal }),
  })
}

export function useAssignments(personId: string) {
  const cairn = useCairn()
  return useQuery({
    queryKey: [...personKey(personId), 'assignments'],
    queryFn: ({ signal }) => cairn.people.assignmentList({ person_id: personId }, { signal }),
  })
}

export function useSessions(personId: string) {
  const cairn = useCairn()
  return useQuery({
    queryKey: [...personKey(personId), 'sessions'],
    queryFn: ({ signal }) => cairn.people.personSessions({ person_id: personId }, { signal }),
  })
}

export function useApps(personId: string) {
  const cairn = useCairn()
  return useQuery({
    queryKey: appsKey(personId),
    queryFn: ({ signal }) => cairn.people.personApps({ person_id: personId }, { signal }),
  })
}

export function useRoles() {
  const cairn = useCairn()
  return useQuery({
    queryKey: rolesKey,
    queryFn: ({ signal }) => cairn.roles.list({}, { signal }),
    // The number of people who have a role is asked for before it is deleted.
    staleTime: 0,
  })
}
