/** Settings that initdb writes into `postgresql.conf` once; an operator may tune them there. */
export const INITIAL_SETTINGS: Readonly<Record<string, string>> = {
  shared_buffers: "128MB",
  max_connections: "100",
  min_wal_size: "256MB",
  // Bounds the log to replay after a crash, so that a killed server is back within seconds.
  max_wal_size: "1GB",
  wal_compression: "on",
  random_page_cost: "1.1",
};

/**
 * Settings on the command line of every start, which no configuration file can override. They
 * ensure loopback only, durable commits and a log without data. Errors of statements are not logged
 * at all (`log_min_messages=log` ranks above `error`), because their texts quote values; the
 * service receives and reports them itself. `terse` leaves out the DETAIL lines, which quote rows.
 */
export const FIXED_SETTINGS: Readonly<Record<string, string>> = {
  fsync: "on",
  full_page_writes: "on",
  data_sync_retry: "off",
  restart_after_crash: "on",
  timezone: "UTC",
  log_timezone: "UTC",
  lc_messages: "C",
  jit: "off",
  cluster_name: "vezne",
  unix_socket_permissions: "0700",
  password_encryption: "scram-sha-256",
  logging_collector: "off",
  log_destination: "stderr",
  log_line_prefix: "%m [%p] ",
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_statement: "none",
  log_duration: "off",
  log_min_duration_statement: "-1",
  log_min_duration_sample: "-1",
  log_transaction_sample_rate: "0",
  log_parameter_max_length: "0",
  log_parameter_max_length_on_error: "0",
  log_checkpoints: "off",
  log_lock_waits: "off",
  log_temp_files: "-1",
  log_autovacuum_min_duration: "-1",
};

export function settingArguments(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).flatMap(([setting, value]) => ["-c", `${setting}=${value}`]);
}
