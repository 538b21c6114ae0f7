/** Stops a started process or server. */
type StopStep = () => Promise<void>;

/**
 * Records how to stop what was started, in stages. The last stage is stopped first. The steps of one stage run at the same time,
 * because stopping several busy processes one after the other would take minutes.
 * @example const stops = new StopSteps(); stops.add(() => api.stop()); stops.add(() => edge.stop()); stops.addBeside(() =>
 * worker.stop());
 */
export class StopSteps {
  readonly #stages: StopStep[][] = [];

  /** Adds a stage. */
  add(step: StopStep): void {
    this.#stages.push([step]);
  }

  /** Adds a step to the latest stage, so that it runs at the same time as that stage's other steps. */
  addBeside(step: StopStep): void {
    const last = this.#stages.at(-1);
    if (last) last.push(step);
    else this.add(step);
  }

  /**
   * Runs each step once, even after others have failed.
   * @param onFault called for each step that fails.
   */
  async run(onFault: (error: unknown) => void): Promise<void> {
    for (let stage = this.#stages.pop(); stage; stage = this.#stages.pop())
      await Promise.all(stage.map((step) => step().catch(onFault)));
  }
}
