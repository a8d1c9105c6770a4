import { beforeEach, inject } from "vitest";
import { PLAIN_ONLY } from "./plain-only.ts";

beforeEach(({ task, skip }) => {
  const reason = PLAIN_ONLY[`${task.file.name} > ${task.name}`];
  if (reason !== undefined && inject("clusterNodes").length > 0) skip(reason);
});
