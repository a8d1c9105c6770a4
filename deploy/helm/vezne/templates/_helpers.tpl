{{- define "vezne.name" -}}
{{- if contains "vezne" .Release.Name }}{{ .Release.Name | trunc 52 | trimSuffix "-" }}
{{- else }}{{ printf "%s-vezne" .Release.Name | trunc 52 | trimSuffix "-" }}{{ end -}}
{{- end }}

{{- define "vezne.labels" -}}
{{ include "vezne.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "vezne.selector" -}}
app.kubernetes.io/name: vezne
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "vezne.image" -}}
{{- if .Values.image.digest }}{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else }}{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ end -}}
{{- end }}

{{- /* Not empty if the Secret holds the vault key. */}}
{{- define "vezne.hasVaultKey" -}}
{{- if or (not .Values.kms.key) .Values.kms.withVaultKey }}yes{{ end -}}
{{- end }}

{{- define "vezne.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "vezne.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "vezne.volumes" -}}
- name: data
  emptyDir: { medium: Memory, sizeLimit: 16Mi }
- name: tmp
  emptyDir: { sizeLimit: 64Mi }
{{- if .Values.databaseCaConfigMap }}
- name: database-ca
  configMap: { name: {{ .Values.databaseCaConfigMap }} }
{{- end }}
{{- end }}

{{- define "vezne.mounts" -}}
- { name: data, mountPath: /var/lib/vezne }
- { name: tmp, mountPath: /tmp }
- { name: secrets, mountPath: /run/vezne, readOnly: true }
{{- if .Values.databaseCaConfigMap }}
- { name: database-ca, mountPath: /etc/vezne, readOnly: true }
{{- end }}
{{- end }}

{{- /* The pod of `vezne migrate`, which is the only one with the owner's address. */}}
{{- define "vezne.migratePod" -}}
restartPolicy: Never
automountServiceAccountToken: false
securityContext: {{- include "vezne.podSecurity" . | nindent 2 }}
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
containers:
  - name: migrate
    image: {{ include "vezne.image" . }}
    imagePullPolicy: {{ .Values.image.pullPolicy }}
    args: [migrate, --service-role, {{ .Values.migrate.serviceRole | quote }}]
    env:
      - { name: VEZNE_PUBLIC_URL, value: {{ .Values.publicUrl | quote }} }
      - { name: VEZNE_DATA_DIR, value: /var/lib/vezne/data }
      - { name: DATABASE_URL_FILE, value: /run/vezne/owner-database-url }
    securityContext: {{- include "vezne.containerSecurity" . | nindent 6 }}
    resources: {{- toYaml .Values.resources | nindent 6 }}
    volumeMounts: {{- include "vezne.mounts" . | nindent 6 }}
volumes:
  {{- include "vezne.volumes" . | nindent 2 }}
  - name: secrets
    secret:
      secretName: {{ .Values.secretName }}
      defaultMode: 0440
      items: [{ key: owner-database-url, path: owner-database-url }]
{{- end }}
