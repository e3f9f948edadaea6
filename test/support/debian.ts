import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const QUIET = { DEBIAN_FRONTEND: 'noninteractive' }

/** Installs packages of Debian, as root, for a proof that needs other programs. A sentence where that cannot be. */
export const installPackages = (packages: readonly string[], programs: readonly string[], proof: string): string | undefined => {
  const isMissing = () => programs.some((program) => !existsSync(program))
  if (!isMissing()) return undefined
  const isDebian = existsSync('/etc/debian_version') && process.getuid?.() === 0
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages]
  if (isDebian)
    for (const words of [['update', '-qq'], install]) spawnSync('apt-get', words, { env: { ...process.env, ...QUIET } })
  return isMissing() ? `The proof of ${proof} needs root on Debian, which installs ${packages.join(', ')}` : undefined
}
