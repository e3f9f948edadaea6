import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * The way to a database on another machine. `pull` takes the cable out: of what is open nothing arrives any more, new connections
 * are never answered, and nobody is told. `plug` lets new ones through. Where a connection says `cutAt`, it is cut; where it says
 * `pullAt`, that arrives, and no answer does.
 */
export const layCable = async (database: string) => {
  const place = new URL(database)
  const links = new Set<{ near: Socket; far: Socket; isDead: boolean }>()
  let isPulled = false
  let cutAt: string | undefined
  let pullAt: string | undefined
  const pull = () => {
    isPulled = true
    for (const link of links) link.isDead = true
  }
  const server = createServer((near) => {
    const link = { near, far: connect(Number(place.port), place.hostname), isDead: isPulled }
    links.add(link)
    const pass = (from: Socket, to: Socket) => {
      from.on('error', () => {})
      from.on('close', () => {
        if (from === near) links.delete(link)
        if (!link.isDead) to.destroy()
      })
      from.on('data', (bytes) => {
        if (cutAt && bytes.includes(cutAt)) near.destroy()
        else if (!link.isDead) to.write(bytes)
        if (pullAt && from === near && bytes.includes(pullAt)) pull()
      })
    }
    pass(near, link.far)
    pass(link.far, near)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const cut = () => {
    for (const { near, far } of links) for (const socket of [near, far]) socket.destroy()
  }
  const url = new URL(database)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    pull,
    plug: () => {
      isPulled = false
      pullAt = undefined
    },
    cut,
    cutAt: (words: string | undefined) => {
      cutAt = words
    },
    pullAt: (words: string) => {
      pullAt = words
    },
    connections: () => links.size,
    remove: () => {
      cut()
      server.close()
    },
  }
}
