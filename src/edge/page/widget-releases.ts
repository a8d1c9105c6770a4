/** The widget's scripts by their versions, of this release and of those before it. */
export type WidgetReleases = {
  /** Keeps a script for good; nothing happens to one that is kept already. */
  keep(version: string, script: Buffer): Promise<void>;
  find(version: string): Promise<Buffer | undefined>;
};
