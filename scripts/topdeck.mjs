#!/usr/bin/env node
// `topdeck start`, `topdeck backup FILE`, ...: the command of the packed release. Runs on Node 20 or newer.
import { readFileSync } from 'node:fs'
import module, { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { isRecentNode, root, runProgram } from './programs.mjs'

const WATCH_MS = 200

if (process.env.npm_command === 'exec') endWithParent()

if (isRecentNode(process.versions.node)) {
  readTypeScript()
  await import('./run.mjs')
} else {
  process.exitCode = await runProgram(pinnedNode(), [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {}, process.cwd())
}

// npx signals its shell, which ends without passing that on.
function endWithParent() {
  const parent = process.ppid
  const watch = () => process.ppid !== parent && process.kill(process.pid, 'SIGTERM')
  setInterval(watch, WATCH_MS).unref()
}

// Node itself reads no TypeScript below node_modules, where npx and npm install put a release.
function readTypeScript() {
  // Only says that this way of reading is new in Node.
  process.removeAllListeners('warning')
  module.registerHooks({
    load(url, context, next) {
      if (!url.startsWith('file:') || !url.endsWith('.ts') || !fileURLToPath(url).startsWith(root)) return next(url, context)
      const source = module.stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'))
      return { format: 'module', source, shortCircuit: true }
    },
  })
}

function pinnedNode() {
  try {
    return createRequire(import.meta.url).resolve('node/bin/node')
  } catch {
    console.error(
      `Topdeck needs Node 24, this is ${process.versions.node}, and the Node that comes with the package was not set up, because npm ` +
        "runs no install scripts here: install with '--ignore-scripts=false', or install Node 24.",
    )
    process.exit(1)
  }
}
