-- migration: locks vault_process
-- True for a process that can sign with encrypted secrets; earlier releases leave it out.
alter table vault_process add column opens_signers boolean not null default false;
