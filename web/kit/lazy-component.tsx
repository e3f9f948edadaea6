import { type ComponentType, useEffect, useRef, useState } from 'react'
import { brokenSentence } from './calls/errors.ts'
import { lazyImport } from './calls/lazy-import.ts'
import { toastFailed } from './toasts.ts'

interface Closable {
  readonly onClose: () => void
}

/**
 * A part of a screen that comes over the wire when it is first needed: `load` fetches its code, `of` finds it in there. Where that fails
 * the part is closed and a toast says why; the screen behind it stays as it is, and the next opening asks again.
 */
export function lazyComponent<M extends object, P extends object>(
  load: () => Promise<M>,
  of: (module: M) => ComponentType<P>,
  Meanwhile: ComponentType = Nothing,
) {
  let Loaded: ComponentType<P> | undefined
  const bring = lazyImport(load)
  const preload = async () => {
    Loaded ??= of(await bring())
  }
  function LazyComponent(props: P & Closable) {
    // Where it says whether it is open, it is not asked for before.
    const opened = !('opened' in props && props.opened === false)
    const [, show] = useState(Loaded !== undefined)
    const close = useRef(props.onClose)
    close.current = props.onClose
    useEffect(() => {
      if (Loaded || !opened) return
      let isGone = false
      preload().then(
        () => isGone || show(true),
        () => {
          if (isGone) return
          toastFailed(brokenSentence())
          close.current()
        },
      )
      return () => {
        isGone = true
      }
    }, [opened])
    if (Loaded) return <Loaded {...props} />
    return opened && <Meanwhile />
  }
  return Object.assign(LazyComponent, { preload })
}

const Nothing = () => null
