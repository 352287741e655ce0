//! Secrets: each is masked, alone, in its sentence, and at every depth of escaping.

use daybook_text::redact;

/// A text, the part of it that must vanish, and the kind in the mark.
pub(crate) type Positive = (&'static str, &'static str, &'static str);

/// The table. `~` stands for nothing.
pub(crate) const POSITIVES: &[Positive] = &[
    // Amazon: the examples of its documentation.
    ("aws_access_key_id = AK~IAIOSFODNN7EXAMPLE", "AK~IAIOSFODNN7EXAMPLE", "aws-key-id"),
    ("key ASIA~J2N4Q6R8T0V2X4Z6 expired", "ASIA~J2N4Q6R8T0V2X4Z6", "aws-key-id"),
    ("密钥是AKIA~J2N4Q6R8T0V2X4Z6请保密", "AKIA~J2N4Q6R8T0V2X4Z6", "aws-key-id"),
    (
        "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPx~RfiCYEXAMPLEKEY",
        "wJalrXUtnFEMI/K7MDENG/bPx~RfiCYEXAMPLEKEY",
        "aws-secret-key",
    ),
    (
        "AWS_SECRET_ACCESS_KEY=abCD12/+abCD12/+abCD12/+abCD12/+abCD12/+",
        "abCD12/+abCD12/+abCD12/+abCD12/+abCD12/+",
        "aws-secret-key",
    ),
    (
        r#"{"SecretAccessKey": "9drTJvcXLB89EXAMPLELB8923FB892xMFI~hd7gQ1"}"#,
        "9drTJvcXLB89EXAMPLELB8923FB892xMFI~hd7gQ1",
        "aws-secret-key",
    ),
    // GitHub.
    ("ghp~_Q7w8E9r0T1Q7w8E9r0T1Q7w8E9r0T1y2U3i4", "ghp~_Q7w8E9r0T1Q7w8E9r0T1Q7w8E9r0T1y2U3i4", "github-token"),
    (
        "filler wghp~_Q7w8E9r0T1Q7w8E9r0T1Q7w8E9r0T1y2U3i4 tail",
        "ghp~_Q7w8E9r0T1Q7w8E9r0T1Q7w8E9r0T1y2U3i4",
        "github-token",
    ),
    (
        "密钥是ghp~_Q7w8E9r0T1Q7w8E9r0T1Q7w8E9r0T1y2U3i4请保密",
        "ghp~_Q7w8E9r0T1Q7w8E9r0T1Q7w8E9r0T1y2U3i4",
        "github-token",
    ),
    (
        "export GITHUB_TOKEN='ghp~_Q7w8E9r0T1Q7w8E9r0T1Q7w8E9r0T1y2U3i4'",
        "ghp~_Q7w8E9r0T1Q7w8E9r0T1Q7w8E9r0T1y2U3i4",
        "github-token",
    ),
    ("gho~_16C7e42F292c6912E7710c838347Ae178B4a", "gho~_16C7e42F292c6912E7710c838347Ae178B4a", "github-token"),
    ("ghs~_16C7e42F292c6912E7710c838347Ae178B4a", "ghs~_16C7e42F292c6912E7710c838347Ae178B4a", "github-token"),
    ("ghu~_16C7e42F292c6912E7710c838347Ae178B4a", "ghu~_16C7e42F292c6912E7710c838347Ae178B4a", "github-token"),
    (
        "ghr~_1B4a2e77838347a7E420ce178F2E7c6912E169246c34E1ccbF66C46812d16D5B1A9Dc86A1498",
        "ghr~_1B4a2e77838347a7E420ce178F2E7c6912E169246c34E1ccbF66C46812d16D5B1A9Dc86A1498",
        "github-token",
    ),
    (
        "git clone with github~_pat_11ABCDEFG0aBcDeFgHiJkL_mNoPqRsTuVwXyZ0123456789aBcDeFgHiJkLmNoPqRsTuVwXyZ01234 please",
        "github~_pat_11ABCDEFG0aBcDeFgHiJkL_mNoPqRsTuVwXyZ0123456789aBcDeFgHiJkLmNoPqRsTuVwXyZ01234",
        "github-token",
    ),
    // GitLab.
    ("glpat~-dX3kQ9pL2mN8vB5cR7wT", "glpat~-dX3kQ9pL2mN8vB5cR7wT", "gitlab-token"),
    ("PRIVATE-TOKEN: glpat~-dX3kQ9pL2mN8vB5cR7wT", "glpat~-dX3kQ9pL2mN8vB5cR7wT", "gitlab-token"),
    ("glpat~-bzox79Of-KE9FD2LjoXXF4CvyxA.0r03gxo7s", "glpat~-bzox79Of-KE9FD2LjoXXF4CvyxA.0r03gxo7s", "gitlab-token"),
    ("runner glrt~-t1_x5Yz8QwErTy7UiOpAs", "glrt~-t1_x5Yz8QwErTy7UiOpAs", "gitlab-token"),
    // Slack.
    (
        "xoxb~-17653672481-19874698323-pdFZKVeTuE8sk7oOcHrzqqgy",
        "xoxb~-17653672481-19874698323-pdFZKVeTuE8sk7oOcHrzqqgy",
        "slack-token",
    ),
    ("xoxp~-23984754863-2348975623103-4983479834", "xoxp~-23984754863-2348975623103-4983479834", "slack-token"),
    (
        "xapp~-1-A0B1C2D3E4F-5678901234567-9f8e7d6c5b4a3f2e1d0c",
        "xapp~-1-A0B1C2D3E4F-5678901234567-9f8e7d6c5b4a3f2e1d0c",
        "slack-token",
    ),
    (
        "curl https://hooks.slack.com/services/T~0A1B2C3D/B4E5F6G7H/i8J9k0L1m2N3o4P5q6R7s8T9",
        "T~0A1B2C3D/B4E5F6G7H/i8J9k0L1m2N3o4P5q6R7s8T9",
        "slack-webhook",
    ),
    // Stripe: the keys of its documentation.
    ("sk_te~st_4eC39HqLyjWDarjtT1zdp7dc", "sk_te~st_4eC39HqLyjWDarjtT1zdp7dc", "stripe-key"),
    ("sk_li~ve_51H8x2KJ9sLmQpRtVwXyZ0aB", "sk_li~ve_51H8x2KJ9sLmQpRtVwXyZ0aB", "stripe-key"),
    ("stripe: rk_li~ve_51H8x2KJ9sLmQpRtVwXyZ0aB", "rk_li~ve_51H8x2KJ9sLmQpRtVwXyZ0aB", "stripe-key"),
    ("whsec~_5WbX5kEWLlfzsGNjH64I8lOOqUB6e8FH", "whsec~_5WbX5kEWLlfzsGNjH64I8lOOqUB6e8FH", "stripe-key"),
    // OpenAI, Anthropic.
    (
        "sk~-aB3dE5fG7hI9jK1lM3nT3BlbkFJoP5qR7sT9uV1wX3yZ5aB",
        "sk~-aB3dE5fG7hI9jK1lM3nT3BlbkFJoP5qR7sT9uV1wX3yZ5aB",
        "openai-key",
    ),
    (
        "OPENAI_API_KEY=sk~-proj-Ab12Cd34Ef56-Gh78Ij90_Kl12Mn34Op56Qr78St90",
        "sk~-proj-Ab12Cd34Ef56-Gh78Ij90_Kl12Mn34Op56Qr78St90",
        "openai-key",
    ),
    (
        "sk~-svcacct-Ab12Cd34Ef56Gh78Ij90Kl12Mn34Op56Qr78St90",
        "sk~-svcacct-Ab12Cd34Ef56Gh78Ij90Kl12Mn34Op56Qr78St90",
        "openai-key",
    ),
    ("use sk~-3f9a1c7e5b2d8f4a6c0e9b1d7f3a5c2e now", "sk~-3f9a1c7e5b2d8f4a6c0e9b1d7f3a5c2e", "openai-key"),
    (
        "sk~-ant-api03-R2D2C3POabcdefGHIJKLmnopQRSTuv_wxYZ0123456789-AbCdEfGh_IjKlMn-AA",
        "sk~-ant-api03-R2D2C3POabcdefGHIJKLmnopQRSTuv_wxYZ0123456789-AbCdEfGh_IjKlMn-AA",
        "anthropic-key",
    ),
    (
        "x-api-key: sk~-ant-oat01-q1W2e3R4t5Y6u7I8o9P0a1S2d3F4g5H6",
        "sk~-ant-oat01-q1W2e3R4t5Y6u7I8o9P0a1S2d3F4g5H6",
        "anthropic-key",
    ),
    // Google.
    ("AIza~SyDaGmWKa4JsXZ-HjGw7ISLn_3namBGewQe", "AIza~SyDaGmWKa4JsXZ-HjGw7ISLn_3namBGewQe", "google-key"),
    (
        "maps.js?key=AIza~SyDaGmWKa4JsXZ-HjGw7ISLn_3namBGewQe&v=3",
        "AIza~SyDaGmWKa4JsXZ-HjGw7ISLn_3namBGewQe",
        "google-key",
    ),
    ("GOCSPX~-1a2B3c4D5e6F7g8H9i0J1k2L3m4N", "GOCSPX~-1a2B3c4D5e6F7g8H9i0J1k2L3m4N", "google-key"),
    (
        "ya29~.a0AfH6SMBx1y2Z3w4V5u6T7s8R9q0P1o2N3m4L5k6J",
        "ya29~.a0AfH6SMBx1y2Z3w4V5u6T7s8R9q0P1o2N3m4L5k6J",
        "google-key",
    ),
    // Package registries.
    (
        "//registry.npmjs.org/:_authToken=npm~_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8",
        "npm~_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8",
        "npm-token",
    ),
    (
        "password = pypi~-AgEIcHlwaS5vcmcCJDU3OTYxZmYwLTk0NzYtNDg5Yy1hYmNkLTAxMjM0NTY3ODkwMQ",
        "pypi~-AgEIcHlwaS5vcmcCJDU3OTYxZmYwLTk0NzYtNDg5Yy1hYmNkLTAxMjM0NTY3ODkwMQ",
        "pypi-token",
    ),
    // Others with a shape.
    ("hf~_aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789", "hf~_aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789", "hugging-face-token"),
    ("dckr_pat~_q1W2e3R4t5Y6u7I8o9P0a1S2d3F", "dckr_pat~_q1W2e3R4t5Y6u7I8o9P0a1S2d3F", "docker-token"),
    (
        "SG~.ngeVfQFYQlKU0ufo8x5d1A.TwL2iGABf9DHoTf-09kqeF8tAmbihYzrnopKc-1s5cr",
        "SG~.ngeVfQFYQlKU0ufo8x5d1A.TwL2iGABf9DHoTf-09kqeF8tAmbihYzrnopKc-1s5cr",
        "sendgrid-key",
    ),
    // JSON web tokens: the example of jwt.io.
    (
        "cookie eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c.",
        "SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c",
        "jwt",
    ),
    (
        "Authorization: Bearer eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJqb2UiLCJleHAiOjEzMDA4MTkzODB9.cC4hiUPoj9Eetdgtv3hF80EGrhuB",
        "cC4hiUPoj9Eetdgtv3hF80EGrhuB",
        "jwt",
    ),
    // Bearer tokens and other credentials in headers: the example of RFC 6750 and of RFC 7617.
    ("Authorization: Bearer mF_9.B5f-4.1JqM", "mF_9.B5f-4.1JqM", "bearer-token"),
    ("curl -H 'authorization: bearer 5f2b8c1d9e7a4f3b6c0d'", "5f2b8c1d9e7a4f3b6c0d", "bearer-token"),
    (r#"headers: { "Authorization": "Bearer Zx81Qw92Er73Ty64" }"#, "Zx81Qw92Er73Ty64", "bearer-token"),
    ("Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==", "QWxhZGRpbjpvcGVuIHNlc2FtZQ==", "basic-auth"),
    (
        r#"{"Authorization": "Token 9944b09199c62bcf9418ad846dd0e4bbdfc6ee4b"}"#,
        "9944b09199c62bcf9418ad846dd0e4bbdfc6ee4b",
        "authorization",
    ),
    // Passwords inside addresses.
    ("postgres://app:hunter2@db.internal:5432/shop", "hunter2", "url-password"),
    ("DATABASE_URL=postgresql://shop:s3cr3t-p4ss@localhost/shop", "s3cr3t-p4ss", "url-password"),
    ("redis://:p4ssw0rd!@cache:6379/0", "p4ssw0rd!", "url-password"),
    ("mongodb+srv://admin:Xk9%40mQ2z@cluster0.abcde.mongodb.net/test", "Xk9%40mQ2z", "url-password"),
    (
        "git remote add origin https://dev:ghp~_Q7w8E9r0T1Q7w8E9r0T1Q7w8E9r0T1y2U3i4@example.invalid/x",
        "ghp~_Q7w8E9r0T1Q7w8E9r0T1Q7w8E9r0T1y2U3i4",
        "url-password",
    ),
    // Private keys.
    ("-----BEGIN PRIVATE~ KEY-----\nMIIsynthetic\n-----END PRIVATE KEY-----", "MIIsynthetic", "private-key"),
    (
        "-----BEGIN RSA PRIVATE~ KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,7F3A\n\nMIIEpAIBAAKCAQEA1c7+9z5Pad7OejecsQ0bu3aumiMmRWQ0u+uTQKBPKkWnVW8a\nabc9\n-----END RSA PRIVATE KEY-----\n",
        "MIIEpAIBAAKCAQEA1c7+9z5Pad7OejecsQ0bu3aumiMmRWQ0u+uTQKBPKkWnVW8a",
        "private-key",
    ),
    (
        "-----BEGIN OPENSSH PRIVATE~ KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW\nQyNTUxOQAAACDx7Vb2nqR1XxTz0Wk3Gm5p8s6y4u1o9c3e7a5d2f0h1g",
        "QyNTUxOQAAACDx7Vb2nqR1XxTz0Wk3Gm5p8s6y4u1o9c3e7a5d2f0h1g",
        "private-key",
    ),
    (
        "     1\t-----BEGIN EC PRIVATE~ KEY-----\n     2\tMHcCAQEEIIrYSSNQFaA2Hwf1duRSxKtLYX5CB04fSeQ6tF1aY/PuoAoGCCqGSM49\n     3\tAwEHoUQDQgAEPR3tU2Fta9ktY+6P9G0cWO+0kETA6SFs38GecTyudlHz6xvCdz8q\n     4\t-----END EC PRIVATE KEY-----",
        "AwEHoUQDQgAEPR3tU2Fta9ktY+6P9G0cWO+0kETA6SFs38GecTyudlHz6xvCdz8q",
        "private-key",
    ),
    (
        "     1→-----BEGIN EC PRIVATE~ KEY-----\n     2→MHcCAQEEIIrYSSNQFaA2Hwf1duRSxKtLYX5CB04fSeQ6tF1aY/PuoAoGCCqGSM49\n     3→AwEHoUQDQgAEPR3tU2Fta9ktY+6P9G0cWO+0kETA6SFs38GecTyudlHz6xvCdz8q\n",
        "AwEHoUQDQgAEPR3tU2Fta9ktY+6P9G0cWO+0kETA6SFs38GecTyudlHz6xvCdz8q",
        "private-key",
    ),
    (
        r"KEY='-----BEGIN PRIVATE~ KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----\n'",
        "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC",
        "private-key",
    ),
    (
        "-----BEGIN PGP PRIVATE~ KEY BLOCK-----\nVersion: GnuPG v2\n\nlQOYBFd5qJ0BCADK1bZ3mQ7vF5nXyWc2Tj8Lh4Rk6Pd9Sa0Ge\n=aB3d\n-----END PGP PRIVATE KEY BLOCK-----",
        "lQOYBFd5qJ0BCADK1bZ3mQ7vF5nXyWc2Tj8Lh4Rk6Pd9Sa0Ge",
        "private-key",
    ),
    // Assignments in the forms that files and code have.
    ("DB_PASSWORD=hunter2", "hunter2", "password"),
    ("export MYSQL_ROOT_PASSWORD=swordfish", "swordfish", "password"),
    ("SMTP_PASS=Tr0ub4dor&3\nNEXT=1", "Tr0ub4dor&3", "password"),
    ("password = \"correcthorse\"", "correcthorse", "password"),
    ("spring.datasource.password=Sup3rS3cret", "Sup3rS3cret", "password"),
    ("db:\n  user: shop\n  password: 8fj2-Kq91\n", "8fj2-Kq91", "password"),
    (r#"{"username": "shop", "password": "Winter2024!"}"#, "Winter2024!", "password"),
    ("{'passwd': 'x7Kp!mQ2'}", "x7Kp!mQ2", "password"),
    ("const client_secret = 'Q~8Kj3LmN5pR7tV9xZ1b';", "Q~8Kj3LmN5pR7tV9xZ1b", "secret"),
    ("JWT_SECRET=supersecretvalue", "supersecretvalue", "secret"),
    ("clientSecret: \"a8f5f167f44f4964e6c998dee827110c\",", "a8f5f167f44f4964e6c998dee827110c", "secret"),
    ("SECRET_KEY = 'django-insecure-x5$k2^9pq&7!mz'", "django-insecure-x5$k2^9pq&7!mz", "api-key"),
    (r#""api_key": "7d8e9f0a1b2c3d4e5f6a""#, "7d8e9f0a1b2c3d4e5f6a", "api-key"),
    ("apiKey: 'k9Jh2Lm4Np6Qr8St'", "k9Jh2Lm4Np6Qr8St", "api-key"),
    ("X-Api-Key: 3c9f1e7b5a2d8c4f6b0e", "3c9f1e7b5a2d8c4f6b0e", "api-key"),
    ("os.environ[\"SERVICE_API_KEY\"] = \"3c9f1e7b5a2d8c4f6b0e\"", "3c9f1e7b5a2d8c4f6b0e", "api-key"),
    (
        "DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==;",
        "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==",
        "api-key",
    ),
    ("Server=db;User Id=sa;Password=Zx81!Qw92;Encrypt=true", "Zx81!Qw92", "password"),
    ("let token: &str = \"f3a9c1e7b5d2a8f4\";", "f3a9c1e7b5d2a8f4", "token"),
    (r#"{"access_token":"2YotnFZFEjr1zCsicMWpAA","token_type":"example"}"#, "2YotnFZFEjr1zCsicMWpAA", "token"),
    (r#"{"refresh_token":"tGzv3JOkF0XG5Qx2TlKWIA"}"#, "tGzv3JOkF0XG5Qx2TlKWIA", "token"),
    ("vault login --token s3kT9xQ2mB7pL4nV", "s3kT9xQ2mB7pL4nV", "token"),
    ("mysql -u root --password=Zx81Qw92 shop", "Zx81Qw92", "password"),
    ("mysql --password Zx81!Qw92 shop", "Zx81!Qw92", "password"),
    ("<password>Zx81Qw92</password>", "Zx81Qw92", "password"),
    (r#"{"auths":{"ghcr.io":{"auth":"ZGV2OnN3b3JkZmlzaDEyMw=="}}}"#, "ZGV2OnN3b3JkZmlzaDEyMw==", "auth"),
    ("passphrase: \"correct horse battery staple\"", "correct horse battery staple", "password"),
    ("signing_key = \"b7e23ec29af22b0b4e41da31e868d572\"", "b7e23ec29af22b0b4e41da31e868d572", "api-key"),
    ("--from-literal=password='S!B\\*d$zDsb='", "S!B\\*d$zDsb=", "password"),
    // The made-up ones that people put into examples.
    ("api_key=abcdef1234567890abcdef", "abcdef1234567890abcdef", "api-key"),
    ("sk~-1234567890abcdefghijklmnopqrstuvwxyz", "sk~-1234567890abcdefghijklmnopqrstuvwxyz", "openai-key"),
    ("ghp~_abcdefghijklmnopqrstuvwxyz0123456789", "ghp~_abcdefghijklmnopqrstuvwxyz0123456789", "github-token"),
    ("sk_li~ve_abcdefghijklmnopqrstuvwx", "sk_li~ve_abcdefghijklmnopqrstuvwx", "stripe-key"),
    ("AIza~SyA1234567890abcdefghijklmnopqrstuv", "AIza~SyA1234567890abcdefghijklmnopqrstuv", "google-key"),
    ("Authorization: Bearer abcdef123456", "abcdef123456", "bearer-token"),
    ("Authorization: Bearer abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrstuvwxyz", "bearer-token"),
    ("https://api.example.com/v1?token=ABCD1234EFGH5678&x=1", "ABCD1234EFGH5678", "token"),
    ("client.setPassword(\"hunter2!\")", "hunter2!", "password"),
    ("ALTER USER shop WITH PASSWORD 'Zx81!Qw92'", "Zx81!Qw92", "password"),
    ("\"credentials\": \"dev:Zx81!Qw92Kp\"", "dev:Zx81!Qw92Kp", "credential"),
    ("api_key: '1234567890'", "1234567890", "api-key"),
    ("MASTER_KEY = \"3f9a1c7e5b2d8f4a6c0e9b1d7f3a5c2e\"", "3f9a1c7e5b2d8f4a6c0e9b1d7f3a5c2e", "api-key"),
    (
        "PRIVATE_KEY=0x4c0883a69102937d6231471b5dbb6204fe512961708279f2e2b8",
        "0x4c0883a69102937d6231471b5dbb6204fe512961708279f2e2b8",
        "api-key",
    ),
    ("dbPassword: \"p4$$w0rd\"", "p4$$w0rd", "password"),
    ("POSTGRES_PASSWORD: \"postgres1\"", "postgres1", "password"),
    ("$env:APP_SECRET = \"b7!kQ92mZx\"", "b7!kQ92mZx", "secret"),
    ("docker run -e DB_PASSWORD=hunter22 app", "hunter22", "password"),
    ("pwd=Zx81Qw92;", "Zx81Qw92", "password"),
    ("password := \"Zx81Qw92\"", "Zx81Qw92", "password"),
    ("'password' => 'Zx81Qw92',", "Zx81Qw92", "password"),
    ("password: `Zx81Qw92`", "Zx81Qw92", "password"),
    ("access_token=2YotnFZFEjr1zCsicMWpAA&token_type=bearer", "2YotnFZFEjr1zCsicMWpAA", "token"),
];

fn clean(text: &str) -> String {
    text.replace('~', "")
}

/// The rows, ready for use.
pub(crate) fn rows() -> impl Iterator<Item = (String, String, &'static str)> {
    POSITIVES.iter().map(|(text, secret, kind)| (clean(text), clean(secret), *kind))
}

/// Puts a text into a JSON string, `depth` times.
pub(crate) fn escaped(text: &str, depth: usize) -> String {
    (0..depth).fold(text.to_owned(), |text, _| {
        let quoted = serde_json::to_string(&text).unwrap_or_default();
        quoted[1..quoted.len() - 1].to_owned()
    })
}

#[test]
fn every_secret_is_masked_with_its_kind() {
    let wrong: Vec<String> = rows()
        .filter_map(|(text, secret, kind)| {
            let masked = redact::text(&text);
            let is_right = !masked.contains(&secret) && masked.contains(&format!("[REDACTED:{kind}]"));
            (!is_right).then(|| format!("{text}\n    → {masked}   (wanted {kind})"))
        })
        .collect();

    assert!(wrong.is_empty(), "{} secrets were not masked:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn no_secret_survives_at_any_depth_of_escaping() {
    let mut wrong = Vec::new();
    for (text, secret, _) in rows() {
        for depth in 0..=3 {
            let inner = escaped(&text, depth);
            let line = serde_json::json!({ "type": "user", "content": [{ "text": inner, "n": 1 }] }).to_string();
            let masked = redact::json_line(line.as_bytes());
            let value: serde_json::Value = match serde_json::from_slice(&masked) {
                Ok(value) => value,
                Err(error) => {
                    wrong.push(format!("depth {depth}: {error}: {}", String::from_utf8_lossy(&masked)));
                    continue;
                }
            };
            let decoded = value["content"][0]["text"].as_str().unwrap_or("");
            let left = redact::text(decoded);
            for shown in (0..=depth).map(|depth| escaped(&secret, depth)) {
                if left.contains(&shown) {
                    wrong.push(format!("depth {depth}: {left}"));
                    break;
                }
            }
        }
    }

    assert!(wrong.is_empty(), "{} leaks:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_surroundings_of_a_secret_stay() {
    let masked = redact::text("postgres://app:hunter2@db.internal:5432/shop is up");

    assert_eq!(masked, "postgres://app:[REDACTED:url-password]@db.internal:5432/shop is up");
    assert_eq!(redact::text("A=1\nDB_PASSWORD=hunter2\nB=2"), "A=1\nDB_PASSWORD=[REDACTED:password]\nB=2");
}

#[test]
fn a_key_without_its_last_line_takes_no_sentence_with_it() {
    let text = "-----BEGIN PRIVATE~ KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\nAnd this is what I found in the file."
        .replace('~', "");

    assert_eq!(redact::text(&text), "[REDACTED:private-key]\nAnd this is what I found in the file.");
}
