/** Colours and shapes: stone greys, one deep teal, red for what is abnormal or destructive. */
import { createTheme, type MantineColorsTuple } from '@mantine/core'

const teal: MantineColorsTuple = [
  '#e6f5f5',
  '#d0e9ea',
  '#a3d3d5',
  '#72bcc0',
  '#4aa8ae',
  '#2f9aa2',
  '#178089',
  '#0e6d75',
  '#0b5f66',
  '#044b51',
]

/** For attention: its darkest shade stands on its lightest with a contrast of seven. */
const amber: MantineColorsTuple = [
  '#fff6e3',
  '#ffeecb',
  '#ffdc97',
  '#ffca5f',
  '#ffbb33',
  '#d99a1b',
  '#b07a08',
  '#8a6000',
  '#6f4d00',
  '#573c00',
]

export const theme = createTheme({
  primaryColor: 'cairn',
  primaryShade: { light: 8, dark: 7 },
  colors: { cairn: teal, amber },
  autoContrast: true,
  defaultRadius: 'sm',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontWeight: '600' },
  cursorType: 'pointer',
  components: {
    // Not by `Badge.extend`, which would load the component with the first page.
    Badge: { defaultProps: { tt: 'none', radius: 'sm' } },
    // All words of a page stand in a landmark, those on hover too.
    Tooltip: { defaultProps: { portalProps: { target: '#content' } } },
  },
})
