import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const PACKAGE = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/@][^/]*)\//
const LICENCE = /^(licen[cs]e|copying|notice|ofl)/i

/** What the packages in the built dashboard ask of those who pass it on: their names and licences. The server's packages come from npm
 * with their own. */
export const thirdPartyLicences = (): Plugin => ({
  name: 'third-party-licences',
  apply: 'build',
  generateBundle(_, bundle) {
    const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : file.originalFileNames))
    const folders = new Set([...modules, ...this.getModuleIds()].flatMap((id) => PACKAGE.exec(id)?.[1] ?? []))
    const texts = [...folders].flatMap((folder) => describe(folder)).sort()
    this.emitFile({
      type: 'asset',
      fileName: 'third-party-licences.txt',
      source: [...new Set(texts)].join(`\n${'#'.repeat(80)}\n`),
    })
  },
})

const describe = (folder: string): string[] => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = readdirSync(folder).filter((file) => LICENCE.test(file))
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return [`${name} ${version} (${license})\n\n${texts.join('\n\n')}\n`]
}
