/** The widget's scripts of this release and of earlier ones, by version. */
export type WidgetReleases = {
  /** Stores a script forever; a version that is already stored stays unchanged. */
  keep(version: string, script: Buffer): Promise<void>;
  find(version: string): Promise<Buffer | undefined>;
};
