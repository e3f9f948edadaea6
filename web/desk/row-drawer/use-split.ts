import { useLocalStorage, useMediaQuery } from '@mantine/hooks'

/** Wide enough for a list with its work beside it for good. */
const WIDE = '(min-width: 80em)'

/** Whether the next row comes in by itself when one is done; remembered in this browser. */
export function useSplit() {
  const [isWanted, setWanted] = useLocalStorage({ key: 'split', defaultValue: false, getInitialValueInEffect: false })
  const isPossible = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false }) ?? false
  return { isPossible, isOn: isWanted && isPossible, set: setWanted }
}
