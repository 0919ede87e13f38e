/** The tree of what can be asked: archetypes with their paths. A click writes it into the query. */
import { NavLink, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { CatalogArchetype } from './catalog.ts'
import style from './query.module.css'
import { useTexts } from './texts.ts'

interface Props {
  readonly catalog: readonly CatalogArchetype[]
  readonly insert: (text: string) => void
}

const matches = (wanted: string, { label, archetypeId, paths }: CatalogArchetype): boolean =>
  [label, archetypeId, ...paths.map(path => path.label)].some(text => text.toLowerCase().includes(wanted))

export function CatalogTree({ catalog, insert }: Props) {
  const t = useTexts()
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  return (
    <Stack gap="xs">
      <TextInput
        size="xs"
        aria-label={t('Search')}
        placeholder={t('Search')}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      <div className={style['tree']}>
        {catalog
          .filter(each => matches(wanted, each))
          .map(({ archetypeId, label, rmType, paths }) => (
            <NavLink
              key={archetypeId}
              component="button"
              label={label}
              description={rmType}
              childrenOffset={12}
              defaultOpened={wanted.length > 2}
              title={archetypeId}
            >
              <NavLink
                component="button"
                className={style['insert']}
                label={archetypeId}
                onClick={() => insert(archetypeId)}
              />
              {paths.map(({ path, label: name }) => (
                <NavLink
                  key={path}
                  component="button"
                  className={style['insert']}
                  label={name}
                  title={path}
                  onClick={() => insert(path)}
                />
              ))}
            </NavLink>
          ))}
      </div>
    </Stack>
  )
}
