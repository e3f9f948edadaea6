export const orExit = async (work: () => Promise<void>, { stack = (): boolean => false } = {}): Promise<void> => {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    if (stack()) console.error(error)
    process.exit(1)
  }
}
