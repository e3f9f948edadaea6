/** What each command takes, and does. */
const COMMANDS = {
  start: ['', 'run the shop'],
  demo: ['', 'run an invented shop to try'],
  dev: ['', 'run server and dashboard from the source, reloading on change'],
  backup: ['FILE [--with-key]', 'write everything into a new file, also while the shop runs'],
  restore: ['FILE', 'put a backup into an empty data folder or database'],
  'reset-password': ['EMAIL [--second-factor]', 'give an admin a one-time password'],
  'rotate-key': ['', 'encrypt every secret with a new master key'],
} as const
type Command = keyof typeof COMMANDS

/** Installed from the tarball, started as `npx topdeck`. */
const isInstalled = (): boolean => /[/\\]topdeck(\.mjs)?$/.test(process.argv[1] ?? '')

const typed = (command: Command): string => {
  if (isInstalled()) return `npx topdeck ${command}`
  return command === 'start' ? 'npm start' : `npm run ${command}`
}

/** A command as it is typed where this runs: 'npm run backup -- FILE [--with-key]', 'npx topdeck backup FILE [--with-key]'. */
export const asTyped = (command: Command): string => {
  const [words] = COMMANDS[command]
  if (words === '') return typed(command)
  return isInstalled() ? `${typed(command)} ${words}` : `${typed(command)} -- ${words}`
}

export const isCommand = (word: string): word is Command => Object.hasOwn(COMMANDS, word) && !(isInstalled() && word === 'dev')

export const usage = (): string => {
  const commands = (Object.keys(COMMANDS) as Command[]).filter(isCommand)
  const width = Math.max(...commands.map((command) => asTyped(command).length))
  const lines = commands.map((command) => `  ${asTyped(command).padEnd(width)}  ${COMMANDS[command][1]}`)
  return [
    'Topdeck, the back office of a shop that sells game top-ups.',
    '',
    ...lines,
    '',
    'Settings are environment variables: see README.md.',
  ].join('\n')
}
