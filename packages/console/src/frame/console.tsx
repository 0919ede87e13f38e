/** The console as a whole: theme, queries, and either the sign-in form or the screens. */
import { isCairnError } from '@cairn-ehr/client'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { styleNonce } from '../parts/style-nonce.ts'
import { door, leaveSession, resumeSession, session } from '../session/session.ts'
import { useStore } from '../store.ts'
import { router } from './router.tsx'
import { theme } from './theme.ts'

/** Loaded beside the first page, not with it. At once: when a session ends, a newer build may have replaced the files. */
const signInForm = import('../session/sign-in.tsx')
const questionDialogs = import('../session/question-dialogs.tsx')
const SignIn = lazy(async () => ({ default: (await signInForm).SignIn }))
const QuestionDialogs = lazy(async () => ({ default: (await questionDialogs).QuestionDialogs }))

/** Somebody who does not sign in again is led back to the form; the address stays. */
const queryCache = new QueryCache({
  onError: error => {
    if (isCairnError(error) && error.status === 401) leaveSession()
  },
})

const queries = new QueryClient({
  queryCache,
  defaultOptions: {
    // The client repeats what is safe to repeat.
    queries: { retry: false, staleTime: 5000, refetchOnWindowFocus: false },
  },
})

const colorScheme = localStorageColorSchemeManager({ key: 'cairn-theme' })

void resumeSession()

export function Console() {
  const current = useStore(session)
  const isOpening = useStore(door) === 'opening'
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorScheme}
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queries}>
        <Suspense>
          <QuestionDialogs />
        </Suspense>
        {current ? <RouterProvider router={router} /> : <Suspense>{isOpening ? null : <SignIn />}</Suspense>}
      </QueryClientProvider>
    </MantineProvider>
  )
}
