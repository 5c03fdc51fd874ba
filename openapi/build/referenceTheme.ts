const typography = {
  fontFamily: 'system-ui, sans-serif',
  headings: { fontFamily: 'system-ui, sans-serif' },
};

/** Redoc's own look, with the reader's own fonts. */
export const lightTheme = { typography };

/** The same for the dark. */
export const darkTheme = {
  colors: {
    primary: { main: '#a5b4fc' },
    success: { main: '#86efac' },
    error: { main: '#fca5a5' },
    text: { primary: '#dfdfd6', secondary: '#a8a8b3' },
    border: { dark: '#3c3f44', light: '#2e2e32' },
    responses: {
      success: { color: '#86efac', backgroundColor: '#16261c', tabTextColor: '#86efac' },
      error: { color: '#fca5a5', backgroundColor: '#2b1a1c', tabTextColor: '#fca5a5' },
    },
  },
  schema: {
    nestedBackground: '#202127',
    typeNameColor: '#a8a8b3',
    typeTitleColor: '#a8a8b3',
    linesColor: '#5b6078',
  },
  sidebar: { backgroundColor: '#161618', textColor: '#dfdfd6', activeTextColor: '#a5b4fc' },
  rightPanel: { backgroundColor: '#161618' },
  typography: {
    ...typography,
    code: { color: '#fca5a5', backgroundColor: '#2a2a30' },
    links: { color: '#a5b4fc', visited: '#a5b4fc', hover: '#c7d2fe' },
  },
};

/** What Redoc paints in fixed colours, whatever its theme says. */
export const darkStyle = `
.dark { background: #1b1b1f; color-scheme: dark }
.dark h5, .dark h5 * { color: #a8a8b3 !important; border-color: #5b6078 !important }
.dark select, .dark div:has(> select) { background: #2a2a30; color: #dfdfd6 }
.dark .react-tabs__tab--selected { background: #33333b !important }
`;
