/** Whether a process is being stopped; until the drain begins it still serves. */
export class Leaving {
  #hasBegun = false;

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  begin(): void {
    this.#hasBegun = true;
  }
}
