import { type ComponentType, useEffect, useRef, useState } from 'react'
import { failureMessage } from '../calls/errors.ts'
import { lazyImport } from '../calls/lazy-import.ts'
import { toastFailed } from './toasts.ts'

interface Closable {
  readonly onClose?: (() => void) | undefined
}

/** A component loaded on first use: `load` imports the module, `of` picks the component. If that fails, the component closes
 * with a toast, the screen stays, and the next opening retries. */
export function lazyComponent<M extends object, P extends object>(
  load: () => Promise<M>,
  of: (module: M) => ComponentType<P>,
  Fallback: ComponentType = Nothing,
) {
  let Loaded: ComponentType<P> | undefined
  const loadOnce = lazyImport(load)
  const preload = async () => {
    Loaded ??= of(await loadOnce())
  }
  function LazyComponent(props: P & Closable) {
    // Loads nothing before `opened` is true.
    const opened = !('opened' in props && props.opened === false)
    const [, show] = useState(Loaded !== undefined)
    const close = useRef(props.onClose)
    close.current = props.onClose
    useEffect(() => {
      if (Loaded || !opened) return
      let isUnmounted = false
      preload().then(
        () => isUnmounted || show(true),
        () => {
          if (isUnmounted) return
          toastFailed(failureMessage())
          close.current?.()
        },
      )
      return () => {
        isUnmounted = true
      }
    }, [opened])
    if (Loaded) return <Loaded {...props} />
    return opened && <Fallback />
  }
  return Object.assign(LazyComponent, { preload })
}

const Nothing = () => null
