/** A record as text: pasted or typed, its format told from how it begins, findings at their lines. */
import type { Finding } from '@cairn-ehr/openehr'
import { Group, Text } from '@mantine/core'
import { useMemo } from 'react'
import { CodeEditor } from '../../parts/code-editor.tsx'
import style from './form.module.css'
import { formatOf } from './text-format.ts'
import { useTexts } from './texts.ts'

interface Props {
  readonly text: string
  readonly findings: readonly Finding[]
  readonly onChange: (text: string) => void
}

/** More are not read by anybody; the first lead on. */
const MOST_LISTED = 50

export function TextView({ text, findings, onChange }: Props) {
  const t = useTexts()
  const format = formatOf(text)
  const atLines = useMemo(
    () =>
      findings.map(({ line = 1, message, path }) => ({
        line,
        message: path === '' ? message : `${path}: ${message}`,
      })),
    [findings],
  )
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        {t(
          'Paste a composition as JSON, XML, FLAT or STRUCTURED. It is checked while you type, by the rules of the server.',
        )}
      </Text>
      <CodeEditor
        text={text}
        format={format === 'xml' ? 'xml' : 'json'}
        label={t('Text of the record')}
        findings={atLines}
        onChange={onChange}
      />
      {format === undefined ? null : (
        <Group justify="flex-end" mt={4}>
          <Text size="xs" c="dimmed">
            {t('Read as {format}', { format: format.toUpperCase() })}
          </Text>
        </Group>
      )}
      <ul className={style['lines']}>
        {findings.slice(0, MOST_LISTED).map(({ line = 1, path, message, code }) => (
          <li key={`${line} ${path} ${code} ${message}`}>
            <b>{t('Line {line}', { line })}</b> <span className="mono">{path}</span> {message}
          </li>
        ))}
      </ul>
    </>
  )
}
