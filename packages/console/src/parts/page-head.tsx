/** The title of a screen with its state and actions. */
import { Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import style from './page-head.module.css'

interface Props {
  readonly title: string
  readonly state?: ReactNode
  readonly children?: ReactNode
}

export function PageHead({ title, state, children }: Props) {
  return (
    <header className={style['head']}>
      <Group gap="sm" align="baseline">
        <Title order={1} size="h3">
          {title}
        </Title>
        {state === undefined ? null : <span className="dim">{state}</span>}
      </Group>
      <Group gap="xs">{children}</Group>
    </header>
  )
}
