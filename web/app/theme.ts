import { type CSSVariablesResolver, createTheme } from '@mantine/core'

/** Shades that keep a contrast of 4.5 for all texts of the library in both colour schemes. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 7 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Bengali", Vrinda, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  // A dialog's header must not become a banner landmark of the page.
  components: { ModalHeader: { defaultProps: { role: 'none' } }, DrawerHeader: { defaultProps: { role: 'none' } } },
  headings: { fontWeight: '650', sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.125rem' } } },
})

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5c636a',
    '--mantine-color-placeholder': '#5c636a',
    '--mantine-color-anchor': '#364fc7',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-disabled-color': '#868e96',
  },
  dark: {
    '--mantine-color-dimmed': '#a6a7ab',
    '--mantine-color-placeholder': '#a6a7ab',
    '--mantine-color-anchor': '#91a7ff',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-disabled-color': '#909090',
  },
})
