/** The page before somebody has signed in. */
import { element, messageLine } from './dom.ts'

interface Welcome {
  readonly title: string
  readonly about: string
  readonly signIn: () => unknown
}

export function welcomePage({ title, about, signIn }: Welcome, message = ''): Element {
  const { line, say } = messageLine()
  say(message, message !== '')
  return element(
    'div',
    {},
    element('header', {}, element('h1', {}, title)),
    element(
      'section',
      {},
      element('h2', {}, about),
      element('button', { class: 'main', click: () => signIn() }, 'Sign in'),
      line,
    ),
  )
}
