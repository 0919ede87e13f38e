/** The page of the board: signs a person in, then shows it. */
import { createRoot } from 'react-dom/client'
import { openSession, signIn } from '../session.ts'
import { welcomePage } from '../welcome.ts'
import { Board } from './board.tsx'

const root = document.querySelector('#ward') ?? document.body

const welcome = (message?: string): Element =>
  welcomePage({ title: 'Ward board', about: 'High blood pressures of all patients', signIn }, message)

try {
  const session = await openSession()
  if (session) createRoot(root).render(<Board cairn={session.cairn} />)
  else root.replaceChildren(welcome())
} catch (error) {
  root.replaceChildren(welcome(error instanceof Error ? error.message : String(error)))
}
