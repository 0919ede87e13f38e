/** A table that is scrolled sideways by itself where the screen is narrower, by keyboard too. */
import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import style from './wide-table.module.css'

interface Props {
  readonly label: string
  readonly minWidth?: number
  readonly headings?: readonly string[]
  readonly children: ReactNode
}

export function WideTable({ label, minWidth = 520, headings, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={style['scroll']} tabIndex={0} aria-label={label}>
      <Table verticalSpacing="xs" highlightOnHover style={{ minWidth }}>
        {headings ? (
          <Table.Thead>
            <Table.Tr>
              {headings.map(heading => (
                <Table.Th key={heading}>{heading}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
        ) : null}
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </section>
  )
}
