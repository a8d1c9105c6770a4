-- The last runs of the service's background jobs, in all its processes. Each process writes once a
-- minute; `vezne doctor` reads the table to find a job that hangs or fails.
create table job_run (
  job text primary key,
  noted_at timestamptz not null,
  -- The last success, or the start of a process that has had none.
  succeeded_at timestamptz not null,
  failed_at timestamptz
);
