import { relative } from 'node:path'
import { root } from './programs.mjs'

const SLOWEST = 20

const seconds = (ms) => `${(ms / 1_000).toFixed(1)} s`.padStart(8)
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)

export default function slowest() {
  return {
    onTestRunEnd(modules) {
      const files = modules.map((module) => {
        const { collectDuration, environmentSetupDuration, prepareDuration, setupDuration, duration } = module.diagnostic()
        const start = environmentSetupDuration + prepareDuration + setupDuration + collectDuration
        const tests = [...module.children.allTests()].map((test) => ({
          name: test.fullName,
          ms: test.diagnostic()?.duration ?? 0,
        }))
        return { path: relative(root, module.moduleId), start, tests, total: start + duration }
      })
      if (files.length < 2) return
      files.sort((a, b) => b.total - a.total)
      const tests = files.flatMap(({ path, tests }) => tests.map((test) => ({ ...test, path }))).sort((a, b) => b.ms - a.ms)
      console.log(`\nSlowest files (in all, of it imports and start), of ${files.length}:`)
      for (const { path, start, total } of files.slice(0, SLOWEST)) console.log(`${seconds(total)} ${seconds(start)}  ${path}`)
      console.log(`${seconds(sum(files.map(({ total }) => total)))} ${seconds(sum(files.map(({ start }) => start)))}  all files`)
      console.log(`\nSlowest tests, of ${tests.length}:`)
      for (const { ms, name, path } of tests.slice(0, SLOWEST)) console.log(`${seconds(ms)}  ${path}: ${name}`)
    },
  }
}
