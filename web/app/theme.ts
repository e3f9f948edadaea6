import { type CSSVariablesResolver, createTheme } from '@mantine/core'

const [SMALL, TEXT, LARGE] = ['0.8125rem', '0.9375rem', '1.25rem']

/** Shades that keep a contrast of 4.5 for all texts of the library in both colour schemes. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 7 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: '"Source Sans 3 Variable", "Noto Sans Bengali", system-ui, sans-serif',
  // Three sizes for everything: 13, 15 and 20 px.
  fontSizes: { xs: SMALL, sm: TEXT, md: TEXT, lg: LARGE, xl: LARGE },
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  components: {
    // A target of 24 px.
    Checkbox: { defaultProps: { size: 'md' } },
    // A dialog's header must not become a banner landmark of the page.
    ModalHeader: { defaultProps: { role: 'none' } },
    DrawerHeader: { defaultProps: { role: 'none' } },
  },
  headings: { fontWeight: '650', sizes: { h1: { fontSize: LARGE }, h2: { fontSize: LARGE }, h3: { fontSize: TEXT } } },
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
