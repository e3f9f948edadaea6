import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The way to a server: while it is frozen, what clients send is held back, and no connection is closed. */
export const startFreezer = async (target: string) => {
  const { port, hostname } = new URL(target)
  const links = new Map<Socket, { far: Socket; held: Buffer[] }>()
  let isFrozen = false
  const thaw = () => {
    isFrozen = false
    for (const { far, held } of links.values()) for (const bytes of held.splice(0)) far.write(bytes)
  }
  const server = createServer((near) => {
    const link = { far: connect(Number(port), hostname), held: [] as Buffer[] }
    links.set(near, link)
    near.on('data', (bytes) => (isFrozen ? link.held.push(bytes) : link.far.write(bytes)))
    // Where the client has given up, what it sent is still there.
    near.on('end', () => isFrozen || link.far.end())
    near.on('error', () => {})
    link.far.on('data', (bytes) => near.write(bytes))
    link.far.on('error', () => near.destroy())
    link.far.on('close', () => {
      links.delete(near)
      near.destroy()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    freeze: () => {
      isFrozen = true
    },
    thaw,
    /** Whether something is held back. */
    isHolding: () => [...links.values()].some(({ held }) => held.length > 0),
    close: () => {
      for (const [near, { far }] of links) for (const socket of [near, far]) socket.destroy()
      server.close()
    },
  }
}
