#[allow(dead_code)]
mod task;
use task::Task;

fn main() {
    let done = r#"{"status":"completed","results":["https://a.example/a.mp4"]}"#;
    let done: Task = serde_json::from_str(done).unwrap();
    println!("{} {}", done.status, done.results.unwrap()[0]);
    let open = r#"{"status":"at work","progress":12.5,"eta":3}"#;
    let open: Task = serde_json::from_str(open).unwrap();
    println!("{} {}", open.status, open.progress.unwrap());
}
